import type { CatalogClient } from '@basalt/postgres/catalog';
import type { RestSettings } from '@basalt/project';
import type { DatabaseRestSettings, SchemaCache } from '../schema-cache.ts';
import { parseSettings } from './parse-settings.ts';

/**
 * Settings by role that are stored in the database, those of this database over those of all. One row, one JSON text:
 * `{roles: {authenticator: {"pgrst.db_schemas": "…"}, anon: {…}}, version}`. The roles are `authenticator` and all that it
 * may become. Of the others only settings that they may make themselves: SET ROLE does not apply them, a request does.
 */
const SETTINGS_SQL = `
with recursive members(oid) as (
  select oid from pg_roles where rolname = 'authenticator'
  union
  select m.roleid from pg_auth_members m join members on members.oid = m.member
  where pg_catalog.to_jsonb(m) ->> 'set_option' is distinct from 'false'
), stored as (
  select r.rolname, s.setdatabase <> 0 as here, split_part(entry, '=', 1) as name,
    substr(entry, strpos(entry, '=') + 1) as value
  from members
  join pg_roles r on r.oid = members.oid
  join pg_db_role_setting s on s.setrole = r.oid
    and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
  cross join unnest(s.setconfig) as entry
), known as materialized (
  select name, context from pg_settings
), effective as (
  select distinct on (rolname, name) rolname, name, value from stored
  where rolname = 'authenticator' and starts_with(name, 'pgrst.')
    or rolname <> 'authenticator' and (
      exists (select from known where known.name = stored.name and known.context = 'user')
      or strpos(name, '.') > 0 and not exists (
        select from known where starts_with(known.name, split_part(stored.name, '.', 1) || '.')))
  order by rolname, name, here desc
)
select json_build_object(
  'version', version(),
  'makesGeoJson', exists (select from pg_proc where proname = 'st_asgeojson'),
  'roles', (
    select coalesce(json_object_agg(r.rolname, coalesce(
      (select json_object_agg(e.name, e.value) from effective e where e.rolname = r.rolname), '{}')), '{}')
    from members join pg_roles r on r.oid = members.oid
  )
)::text as settings`;

interface StoredSettings {
  version: string;
  makesGeoJson: boolean;
  roles: Record<string, Record<string, string>>;
}

export interface ReadSettings extends Pick<SchemaCache, 'roleSettings'> {
  settings: DatabaseRestSettings;
  /** The server's, in full. */
  version: string;
  makesGeoJson: boolean;
}

/** The settings in force, those of the roles that a request may take over, and what the server can do. */
export async function readSettings(client: CatalogClient, project: RestSettings): Promise<ReadSettings> {
  const { rows } = await client.query(SETTINGS_SQL);
  const [row] = rows as { settings: string }[];
  const { version, makesGeoJson, roles } = JSON.parse(row?.settings ?? '{}') as StoredSettings;
  const { authenticator = {}, ...others } = roles;
  return {
    settings: parseSettings(project, authenticator),
    roleSettings: new Map(
      Object.entries(others).map(([role, settings]) => [role, new Map(Object.entries(settings))]),
    ),
    version,
    makesGeoJson,
  };
}
