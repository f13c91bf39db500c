import type { ApiTable, Project } from '@basalt/contract';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api/client.ts';
import { useBuckets } from '../../api/use-buckets.ts';
import type { DocsSection } from '../../lib/api-docs.ts';
import { callableFunctions, docsItem, type RelationObject, shownSchemas } from './docs-data.ts';
import type { DocsItem } from './sections.ts';

/** Something that is loaded for a page. */
export interface Loaded<Data> {
  data: Data | undefined;
  /** Null while nothing is wrong, and when what was loaded before is still there. */
  error: unknown;
  retry: () => void;
}

/** Buckets, tables and functions are in the database, which is there only while the project runs. */
export function hasDatabase({ status }: Project): boolean {
  return status === 'ACTIVE_HEALTHY' || status === 'ACTIVE_UNHEALTHY';
}

function loaded<Data>(query: UseQueryResult<Data, unknown>): Loaded<Data> {
  return {
    data: query.data,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
  };
}

/** The exposed tables and views, and the schemas they are in, the one first that requests mean without a name. */
export function useExposedTables(project: Project) {
  return loaded(
    useQuery({
      ...orpc.dataApi.tables.queryOptions({ input: { ref: project.ref } }),
      enabled: project.abilities.read_sql && hasDatabase(project),
    }),
  );
}

/** What is known of one table or view, whatever kind it is. */
export function useRelation({ ref }: Project, table: ApiTable | undefined): Loaded<RelationObject> {
  return loaded(
    useQuery({
      queryKey: [...orpc.schemaApi.key(), 'relation', ref, table?.kind, table?.id],
      queryFn: () => loadRelation(ref, table as ApiTable),
      enabled: table !== undefined,
    }),
  );
}

async function loadRelation(ref: string, { id, kind }: ApiTable): Promise<RelationObject> {
  const input = { ref, id: String(id) };
  const none = { primaryKey: [], relationships: [] };
  if (kind === 'view') {
    const { columns = [], is_updatable } = await api.schemaApi.getView(input);
    return { ...none, columns, isWritable: is_updatable };
  }
  if (kind === 'materialized view') {
    const { columns = [] } = await api.schemaApi.getMaterializedView(input);
    return { ...none, columns, isWritable: false };
  }
  if (kind === 'foreign table') {
    const { columns = [] } = await api.schemaApi.getForeignTable(input);
    return { ...none, columns, isWritable: columns.some((column) => column.is_updatable) };
  }
  const { columns = [], primary_keys, relationships } = await api.schemaApi.getTable(input);
  return { columns, primaryKey: primary_keys.map(({ name }) => name), relationships, isWritable: true };
}

/** The functions of the exposed schemas that can be called, by their place in the list, and the enums that they may take. */
export function useFunctionObjects(
  project: Project,
  exposed: readonly string[] | undefined,
  isWanted: boolean,
) {
  const { ref } = project;
  const schemas = shownSchemas(exposed ?? []);
  const enabled = isWanted && schemas.length > 0;
  const functions = loaded(
    useQuery({
      ...orpc.schemaApi.listFunctions.queryOptions({ input: { ref, included_schemas: schemas.join(',') } }),
      enabled,
      select: callableFunctions,
    }),
  );
  const types = useQuery({ ...orpc.schemaApi.listTypes.queryOptions({ input: { ref } }), enabled });
  const nothing = exposed !== undefined && schemas.length === 0 ? new Map<string, never[]>() : undefined;
  return { ...functions, data: functions.data ?? nothing, types: types.data ?? [] };
}

/** Whether the changes of a table are sent to those who listen. Null: that is not known. */
export function useIsPublished({ ref }: Project, table: ApiTable | undefined): boolean | null {
  const { data } = useQuery({
    ...orpc.schemaApi.listPublications.queryOptions({ input: { ref } }),
    enabled: table?.kind === 'table' || table?.kind === 'partitioned table',
  });
  if (data === undefined) return null;
  const publication = data.find(({ name }) => name === 'supabase_realtime');
  if (publication === undefined) return false;
  return publication.tables === null || publication.tables.some(({ id }) => id === table?.id);
}

export function useDocsBuckets(project: Project, isWanted: boolean) {
  const enabled = isWanted && project.abilities.read_storage && hasDatabase(project);
  return loaded(useBuckets(project.ref, { enabled }));
}

export function useDocsFunctions(project: Project, isWanted: boolean) {
  return loaded(
    useQuery({
      ...orpc.functions.list.queryOptions({ input: { ref: project.ref } }),
      enabled: isWanted && project.abilities.read_functions,
    }),
  );
}

/** The project's own things of a section, by name; no data while they are loaded, null where a section has none. */
export function useDocsItems(project: Project, section: DocsSection): Loaded<DocsItem[]> | null {
  const tables = useExposedTables(project);
  const exposed = tables.data?.exposed_schemas;
  const functions = useFunctionObjects(project, exposed, section === 'stored-procedures');
  const buckets = useDocsBuckets(project, section === 'storage');
  const edgeFunctions = useDocsFunctions(project, section === 'edge-functions');
  const [first] = shownSchemas(exposed ?? []);
  switch (section) {
    case 'entities':
      return {
        ...tables,
        data: tables.data?.tables.map(({ schema, name }) => docsItem(schema, name, first)),
      };
    case 'stored-procedures':
      return {
        data:
          functions.data &&
          [...functions.data.values()].flatMap(([one]) =>
            one === undefined ? [] : docsItem(one.schema, one.name, first),
          ),
        error: tables.error ?? functions.error,
        retry: tables.error === null ? functions.retry : tables.retry,
      };
    case 'storage':
      return { ...buckets, data: buckets.data?.map(({ id, name }) => ({ id, label: name })) };
    case 'edge-functions':
      return {
        ...edgeFunctions,
        data: edgeFunctions.data?.map(({ slug }) => ({ id: slug, label: slug })),
      };
    default:
      return null;
  }
}
