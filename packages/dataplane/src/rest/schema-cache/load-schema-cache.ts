import { type CatalogClient, createPace, readCatalog, servedSchemas } from '@basalt/postgres/catalog';
import type { RestSettings } from '@basalt/project';
import { buildSchemaCache, TOPICS } from './build/build-schema-cache.ts';
import type { SchemaCache } from './schema-cache.ts';
import { readSettings } from './settings/read-settings.ts';

// With only the system's schema on the path every other name comes out qualified. The catalog is read as a whole, so joins
// by hash are right even where it has grown since it was last analyzed.
const PREPARE = `select set_config('search_path', 'pg_catalog, pg_temp', true), set_config('jit', 'off', true),
  set_config('enable_nestloop', 'off', true)`;

/**
 * Reads all that the Data API must know of a database: two queries, in one read-only transaction. The client is logged in
 * as `authenticator`, whose right to read the catalog is enough, and is not inside a transaction. What exists is told
 * without regard to privileges: the database checks those when a request runs.
 * A thousand tables of ten columns with 500 keys, 100 views and 100 functions take 160 to 290 ms on two shared cores, in
 * stretches of at most some 20 ms.
 * Throws what `client.query` throws; then the connection may still be in the transaction and should be closed.
 */
export async function loadSchemaCache(client: CatalogClient, project: RestSettings): Promise<SchemaCache> {
  await client.query('begin transaction isolation level repeatable read, read only');
  await client.query(PREPARE);
  const { settings, roleSettings, makesGeoJson } = await readSettings(client, project);
  const pace = createPace();
  const scope = servedSchemas(settings.schemas, settings.extraSearchPath);
  const rows = await readCatalog(client, scope, TOPICS, pace);
  await client.query('commit');
  const built = await buildSchemaCache(rows, settings.schemas, pace);
  return { settings, roleSettings, makesGeoJson, ...built };
}
