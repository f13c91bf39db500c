import type { ClientBase } from 'pg';
import { toQueryError } from '../errors/query-error.ts';
import { SIGNATURES, type SignatureRow } from './functions.ts';
import { createPace, readCatalog } from './read-catalog.ts';
import { RELATION_NAMES, type RelationKind, relationKind } from './relations.ts';
import { SCHEMAS, SEARCH_PATH } from './schemas.ts';
import { WHOLE_DATABASE } from './scope.ts';

export interface CompletionRelation {
  readonly schema: string;
  readonly name: string;
  readonly kind: RelationKind;
  /** In the order of the table. `type` as PostgreSQL writes it, such as `character varying(20)`. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** What an editor needs to complete names. Sorted by name. PostgreSQL's own schemas are left out. */
export interface CompletionCatalog {
  readonly schemas: readonly string[];
  /** The schemas in which a name is found without writing the schema. */
  readonly searchPath: readonly string[];
  readonly relations: readonly CompletionRelation[];
  readonly functions: readonly SignatureRow[];
}

const TOPICS = {
  schemas: SCHEMAS,
  searchPath: SEARCH_PATH,
  relations: RELATION_NAMES,
  functions: SIGNATURES,
};

/** Reads all names of the database in one query. Throws QueryError. */
export async function loadCompletionCatalog(client: ClientBase): Promise<CompletionCatalog> {
  const rows = await readCatalog(client, WHOLE_DATABASE, TOPICS, createPace()).catch((error: unknown) => {
    throw toQueryError(error);
  });
  return {
    schemas: rows.schemas.map(({ name }) => name),
    searchPath: rows.searchPath.flat(),
    relations: rows.relations.map((relation) => ({ ...relation, kind: relationKind(relation.kind) })),
    functions: rows.functions,
  };
}
