import type { ListedTable } from '@basalt/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orpc } from '../../../api/client.ts';

const PER_PAGE = 500;

/** The tables and views of a schema, page after page; with `search` those that have it in their name. */
export function useTables(ref: string, schema: string, search: string) {
  const query = useInfiniteQuery({
    ...orpc.database.listTables.infiniteOptions({
      input: (offset: number) => ({ ref, schema, name: search, limit: PER_PAGE, offset }),
      initialPageParam: 0,
      getNextPageParam: (last, pages) => (last.length < PER_PAGE ? undefined : pages.length * PER_PAGE),
    }),
    refetchOnMount: 'always',
  });
  const tables = useMemo<ListedTable[]>(() => query.data?.pages.flat() ?? [], [query.data]);
  return { ...query, tables };
}

/** The names of all schemas; those of PostgreSQL and the services come last. */
export function useSchemas(ref: string) {
  return useQuery({
    ...orpc.schemaApi.listSchemas.queryOptions({ input: { ref, include_system_schemas: true } }),
    select: (schemas) =>
      schemas
        .map(({ name }) => name)
        .filter((name) => !/^pg_(toast|temp)/.test(name))
        .sort((a, b) => Number(isOfSystem(a)) - Number(isOfSystem(b)) || (a < b ? -1 : 1)),
  });
}

function isOfSystem(name: string): boolean {
  return name.startsWith('pg_') || name === 'information_schema';
}

/** The schemas that the Data API serves; none while that is not known, or where the person may not know it. */
export function useExposedSchemas(ref: string): ReadonlySet<string> {
  const { data } = useQuery({
    ...orpc.dataApi.get.queryOptions({ input: { ref } }),
    retry: false,
    select: ({ db_schema }) => db_schema,
  });
  return useMemo(() => new Set((data ?? '').split(',').map((name) => name.trim())), [data]);
}
