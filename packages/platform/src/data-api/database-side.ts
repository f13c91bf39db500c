import type { withClient } from '@basalt/postgres';
import { type DataApiSettings, splitNames } from './settings.ts';

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/** What a project's database says about its Data API. */
export interface DatabaseSide {
  /** All schemas that can be exposed, sorted. */
  schemas: string[];
  rlsOnNewTables: boolean;
  /** Settings stored on the role of the Data API; they win over the platform's. */
  stored: Partial<DataApiSettings>;
}

// A setting for this one database counts more than one for all.
const STORED = `(
  select coalesce(pg_catalog.json_object_agg(pg_catalog.split_part(setting, '=', 1),
    pg_catalog.substr(setting, pg_catalog.strpos(setting, '=') + 1) order by s.setdatabase), '{}')
  from pg_catalog.pg_db_role_setting s cross join pg_catalog.unnest(s.setconfig) as setting
  where s.setrole = (select r.oid from pg_catalog.pg_roles r where r.rolname = 'authenticator')
    and s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()))
    and pg_catalog.starts_with(setting, 'pgrst.'))`;

/** The schemas that the Data API serves, and those in which it looks up names. @param client anybody's */
export async function readServedSchemas(
  client: Client,
  settings: DataApiSettings,
): Promise<{ served: string[]; searchPath: string[] }> {
  const { rows } = await client.query<{ stored: string }>(`select ${STORED}::pg_catalog.text as stored`);
  const stored = storedSettings(JSON.parse(rows[0]?.stored ?? '{}'));
  return {
    served: servedSchemasOf(settings, stored),
    searchPath: splitNames(stored.db_extra_search_path ?? settings.db_extra_search_path),
  };
}

/** None while the Data API is off, whatever the database says. */
export function servedSchemasOf(settings: DataApiSettings, stored: Partial<DataApiSettings>): string[] {
  return splitNames(settings.db_schema && (stored.db_schema ?? settings.db_schema));
}

// The platform's own schema and the server's are nobody's API.
const READ = `
  select
    array(
      select n.nspname::text from pg_namespace n
      where n.nspname <> all (array['information_schema', 'basalt']) and not starts_with(n.nspname::text, 'pg_')
      order by 1
    ) as schemas,
    basalt.rls_on_new_tables() as rls,
    ${STORED} as stored`;

/** @param client a superuser's: names are found in the server's own schema only */
export async function readDatabaseSide(client: Client): Promise<DatabaseSide> {
  const { rows } = await client.query<{
    schemas: string[];
    rls: boolean;
    stored: Record<string, string>;
  }>(READ);
  const [row] = rows;
  if (row === undefined) throw new Error('The catalog did not answer.');
  return { schemas: row.schemas, rlsOnNewTables: row.rls, stored: storedSettings(row.stored) };
}

function storedSettings(stored: Record<string, string>): Partial<DataApiSettings> {
  const schemas = stored['pgrst.db_schemas'];
  const path = stored['pgrst.db_extra_search_path'];
  const rows = stored['pgrst.db_max_rows'];
  return {
    ...(schemas === undefined ? {} : { db_schema: joinNames(schemas) }),
    ...(path === undefined ? {} : { db_extra_search_path: joinNames(path) }),
    ...(rows !== undefined && /^\d{1,9}$/.test(rows) ? { max_rows: Number(rows) } : {}),
  };
}

function joinNames(list: string): string {
  return splitNames(list).join(',');
}
