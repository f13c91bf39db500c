import type { ClientBase } from 'pg';
import { toQueryError } from '../../errors/query-error.ts';
import { describe, type ObjectKind, PAGE } from './object-scope.ts';

/** A setting of the server, as `pg_settings` has it. */
export interface SettingObject {
  name: string;
  setting: string | null;
  category: string;
  /** What stands before the slash of the category, and after it. */
  group: string;
  subgroup: string;
  unit: string | null;
  short_desc: string | null;
  extra_desc: string | null;
  context: string;
  vartype: string;
  source: string;
  min_val: string | null;
  max_val: string | null;
  enumvals: string[] | null;
  boot_val: string | null;
  reset_val: string | null;
  sourcefile: string | null;
  sourceline: number | null;
  pending_restart: boolean;
}

const COLUMNS = [
  'unit',
  'short_desc',
  'extra_desc',
  'context',
  'vartype',
  'source',
  'min_val',
  'max_val',
  'enumvals',
  'boot_val',
  'reset_val',
  'sourcefile',
  'sourceline',
  'pending_restart',
];

/** The settings that the connection's role may see. */
export const SETTING_OBJECTS: ObjectKind<SettingObject> = {
  page: `page as materialized (
  select s.*
  from pg_catalog.pg_settings s
  where $4::pg_catalog.text is null or s.name = $4::pg_catalog.text
  order by s.category, s.name
  ${PAGE}
)`,
  topic: describe(`
select s.name, s.setting, s.category,
  pg_catalog.btrim(pg_catalog.split_part(s.category, '/', 1)) as "group",
  pg_catalog.btrim(pg_catalog.split_part(s.category, '/', 2)) as subgroup,
  ${COLUMNS.map((column) => `s.${column}`).join(', ')}
from page s
order by s.category, s.name`),
};

export interface ServerVersion {
  version: string;
  version_number: number;
  active_connections: number;
  max_connections: number;
}

/** Which PostgreSQL it is, and how many are connected. Throws QueryError. */
export async function readServerVersion(client: ClientBase): Promise<ServerVersion> {
  try {
    const { rows } = await client.query<ServerVersion>(`
      select pg_catalog.version() as version,
        pg_catalog.current_setting('server_version_num')::pg_catalog.int4 as version_number,
        (select pg_catalog.count(*)::pg_catalog.int4 from pg_catalog.pg_stat_activity) as active_connections,
        pg_catalog.current_setting('max_connections')::pg_catalog.int4 as max_connections`);
    const [version] = rows;
    if (version === undefined) throw new Error('The server did not say which version it is.');
    return version;
  } catch (error) {
    throw toQueryError(error);
  }
}
