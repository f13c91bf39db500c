import type { ApiTable, EdgeFunction, Project, StorageBucket } from '@basalt/contract';
import {
  docsFunction,
  docsItem,
  docsTable,
  type FunctionObject,
  type RelationObject,
  shownSchemas,
} from './docs-data.ts';
import type { DocsPlace } from './sections.ts';
import { edgeFunctionSnippets, edgeFunctionsSnippets } from './snippets/edge-functions.ts';
import { entitiesSnippets, GRAPHQL_NAME, isGraphqlExample } from './snippets/entities.ts';
import { introductionSnippets } from './snippets/introduction.ts';
import { realtimeSnippets } from './snippets/realtime.ts';
import { type DocsProject, inLanguage, type Language, type Snippet } from './snippets/snippet.ts';
import { bucketSnippets, storageSnippets } from './snippets/storage.ts';
import { storedProcedureSnippets, storedProceduresSnippets } from './snippets/stored-procedures.ts';
import { tableSnippets } from './snippets/table.ts';
import { userManagementSnippets } from './snippets/user-management.ts';
import {
  useDocsBuckets,
  useDocsFunctions,
  useExposedTables,
  useFunctionObjects,
  useIsPublished,
  useRelation,
} from './use-docs-items.ts';

/** What is known of the item that a page is about. */
export type DocsDetail =
  | { kind: 'table'; table: ApiTable; relation: RelationObject; isPublished: boolean | null }
  | { kind: 'function'; overloads: readonly FunctionObject[] }
  | { kind: 'bucket'; bucket: StorageBucket }
  | { kind: 'edge-function'; fn: EdgeFunction };

/** A page of the docs: of a section, or of one item. */
export type DocsPage =
  | { is: 'loading' }
  | { is: 'failed'; error: unknown; retry: () => void }
  /** There is no such item, or not any more. */
  | { is: 'missing' }
  | { is: 'there'; snippets: readonly Snippet[]; detail: DocsDetail | null; exposed: readonly string[] };

/** What a page shows, as far as it is known by now. */
export function useDocsPage(
  project: Project,
  { section, item }: DocsPlace,
  docs: DocsProject,
  language: Language,
): DocsPage {
  const tables = useExposedTables(project);
  const exposed = tables.data?.exposed_schemas ?? [];
  const [first] = shownSchemas(exposed);
  const isEntities = section === 'entities';
  const table = isEntities ? chosenTable(tables.data?.tables, item) : undefined;
  const relation = useRelation(project, table);
  const isPublished = useIsPublished(project, item === null ? undefined : table);
  const functions = useFunctionObjects(
    project,
    tables.data?.exposed_schemas,
    section === 'stored-procedures',
  );
  const buckets = useDocsBuckets(project, section === 'storage');
  const edgeFunctions = useDocsFunctions(project, section === 'edge-functions');
  const there = (write: (language: Language) => Snippet[], detail: DocsDetail | null = null): DocsPage => ({
    is: 'there',
    snippets: inLanguage(language, write),
    detail,
    exposed,
  });
  const waitFor = ({ error, retry }: { error: unknown; retry: () => void }): DocsPage =>
    error === null ? { is: 'loading' } : { is: 'failed', error, retry };

  switch (section) {
    case 'introduction':
      return there((it) => introductionSnippets(docs, it));
    case 'user-management':
      return there((it) => userManagementSnippets(docs, it));
    case 'realtime':
      return there((it) => realtimeSnippets(docs, it));
    case 'entities': {
      const known =
        table !== undefined && relation.data !== undefined ? docsTable(table, relation.data, first) : null;
      if (item === null) {
        const example = known !== null && isGraphqlExample(known) ? known : null;
        return there((it) => entitiesSnippets(docs, { schemas: exposed, example }, it));
      }
      if (tables.data === undefined) return waitFor(tables);
      if (table === undefined) return { is: 'missing' };
      if (known === null || relation.data === undefined) return waitFor(relation);
      const detail = { kind: 'table', table, relation: relation.data, isPublished } as const;
      return there((it) => tableSnippets(docs, known, it), detail);
    }
    case 'stored-procedures': {
      if (item === null) return there(storedProceduresSnippets);
      if (functions.data === undefined) return waitFor(tables.error === null ? functions : tables);
      const overloads = functions.data.get(item) ?? [];
      const fn = docsFunction(overloads, functions.types, first);
      if (fn === null) return { is: 'missing' };
      return there((it) => storedProcedureSnippets(docs, fn, it), { kind: 'function', overloads });
    }
    case 'storage': {
      if (item === null) return there(storageSnippets);
      if (buckets.data === undefined) return waitFor(buckets);
      const bucket = buckets.data.find(({ id }) => id === item);
      if (bucket === undefined) return { is: 'missing' };
      const { name, public: isPublic, allowed_mime_types: allowedMimeTypes } = bucket;
      return there((it) => bucketSnippets(docs, { name, isPublic, allowedMimeTypes }, it), {
        kind: 'bucket',
        bucket,
      });
    }
    case 'edge-functions': {
      if (item === null) return there(() => edgeFunctionsSnippets(docs));
      if (edgeFunctions.data === undefined) return waitFor(edgeFunctions);
      const fn = edgeFunctions.data.find(({ slug }) => slug === item);
      if (fn === undefined) return { is: 'missing' };
      const called = { slug: fn.slug, verifiesJwt: fn.verify_jwt };
      return there((it) => edgeFunctionSnippets(docs, called, it), { kind: 'edge-function', fn });
    }
  }
}

/** The table that an item means, or for the section as a whole the first that could be an example. */
function chosenTable(tables: readonly ApiTable[] | undefined, item: string | null): ApiTable | undefined {
  if (item === null)
    return tables?.find(
      ({ schema, kind, name }) => schema === 'public' && kind === 'table' && GRAPHQL_NAME.test(name),
    );
  return tables?.find(({ schema, name }) => docsItem(schema, name, undefined).id === item);
}
