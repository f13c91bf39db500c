import { describe, isWanted, type ObjectKind, PAGE, settingsOf } from './object-scope.ts';

export interface RoleObject {
  id: number;
  name: string;
  is_superuser: boolean;
  can_create_db: boolean;
  can_create_role: boolean;
  inherit_role: boolean;
  can_login: boolean;
  is_replication_role: boolean;
  can_bypass_rls: boolean;
  active_connections: number;
  /** Of a role without one, that of the server. */
  connection_limit: number;
  /** Never the password: PostgreSQL itself puts asterisks here. */
  password: string;
  valid_until: string | null;
  /** Settings that its sessions begin with. */
  config: Record<string, string> | null;
}

/** Without PostgreSQL's own, whose names begin with `pg_`, unless system schemas are asked for. */
export const ROLE_OBJECTS: ObjectKind<RoleObject> = {
  page: `page as materialized (
  select r.oid, r.rolname
  from pg_catalog.pg_roles r
  where ${isWanted('r.oid')}
    and ($3::pg_catalog.bool or not pg_catalog.starts_with(r.rolname::pg_catalog.text, 'pg_'))
  order by r.rolname
  ${PAGE}
)`,
  topic: describe(`
select r.oid::pg_catalog.int8 as id, r.rolname as name, r.rolsuper as is_superuser, r.rolcreatedb as can_create_db,
  r.rolcreaterole as can_create_role, r.rolinherit as inherit_role, r.rolcanlogin as can_login,
  r.rolreplication as is_replication_role, r.rolbypassrls as can_bypass_rls,
  coalesce(a.connections, 0) as active_connections,
  case when r.rolconnlimit = -1 then pg_catalog.current_setting('max_connections')::pg_catalog.int4 else r.rolconnlimit end
    as connection_limit,
  r.rolpassword as password, r.rolvaliduntil::pg_catalog.text as valid_until,
  (${settingsOf('r.rolconfig')}) as config
from page p
join pg_catalog.pg_roles r on r.oid = p.oid
left join (
  select usesysid, pg_catalog.count(*) as connections from pg_catalog.pg_stat_activity group by usesysid
) as a on a.usesysid = r.oid
order by p.rolname`),
};
