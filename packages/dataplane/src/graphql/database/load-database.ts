import {
  ARGUMENT_DEFAULTS,
  ARRAY_ELEMENTS,
  type CatalogClient,
  type CatalogOf,
  createPace,
  ENUM_COMMENTS,
  FOREIGN_KEY_COMMENTS,
  FOREIGN_KEYS,
  FUNCTIONS,
  RELATION_TRAITS,
  RELATIONS,
  readCatalog,
  SCHEMAS,
  TYPES,
  UNIQUE_INDEXES,
  wholeSchemas,
} from '@basalt/postgres/catalog';
import type { RestSettings } from '@basalt/project';
import { readSettings } from '../../rest/schema-cache/settings/read-settings.ts';

const TOPICS = {
  schemas: SCHEMAS,
  relations: RELATIONS,
  traits: RELATION_TRAITS,
  uniqueIndexes: UNIQUE_INDEXES,
  types: TYPES,
  arrays: ARRAY_ELEMENTS,
  functions: FUNCTIONS,
  argumentDefaults: ARGUMENT_DEFAULTS,
  keys: FOREIGN_KEYS,
  keyComments: FOREIGN_KEY_COMMENTS,
  enumComments: ENUM_COMMENTS,
};

const PREPARE = `select set_config('search_path', 'pg_catalog, pg_temp', true), set_config('jit', 'off', true),
  set_config('enable_nestloop', 'off', true)`;

/** The schema that clients ask through: the Data API must expose it, or there is no GraphQL. */
export const GRAPHQL_SCHEMA = 'graphql_public';

/** What GraphQL knows of a database: read in one go, replaced as a whole, never changed. It is of no role. */
export type Database = Awaited<ReturnType<typeof loadDatabase>>;
export type DatabaseCatalog = CatalogOf<typeof TOPICS>;

/** Reads it in one read-only transaction, logged in as `authenticator`. Throws what `client.query` throws. */
export async function loadDatabase(client: CatalogClient, project: RestSettings) {
  await client.query('begin transaction isolation level repeatable read, read only');
  await client.query(PREPARE);
  const { settings, roleSettings } = await readSettings(client, project);
  const path = [...new Set([GRAPHQL_SCHEMA, ...settings.extraSearchPath])];
  const catalog = await readCatalog(client, wholeSchemas(path), TOPICS, createPace());
  await client.query('commit');
  return { settings, roleSettings, path, catalog };
}
