import type { CompletionCatalog } from '@basalt/contract';
import { ownerOfSchema } from '@basalt/contract';
import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../api/client.ts';

const NONE: CompletionCatalog = { schemas: [], tables: [], functions: [] };

/** What the pickers of the form offer. Empty while it loads, and where it cannot be had: everything can be typed too. */
export function useDatabaseNames(ref: string) {
  const { data: catalog = NONE } = useQuery(orpc.database.completion.queryOptions({ input: { ref } }));
  const { data: types = [] } = useQuery(orpc.schemaApi.listTypes.queryOptions({ input: { ref } }));
  return {
    /** Where tables can be made. */
    schemas: catalog.schemas.filter((schema) => ownerOfSchema(schema) === 'project'),
    tables: catalog.tables.filter(({ kind }) => kind === 'table' || kind === 'partitioned table'),
    /** As SQL writes them: of the project first. */
    types: types
      .filter(({ schema }) => ownerOfSchema(schema) === 'project' || schema === 'extensions')
      .map(({ format }) => format),
  };
}
export type DatabaseNames = ReturnType<typeof useDatabaseNames>;
