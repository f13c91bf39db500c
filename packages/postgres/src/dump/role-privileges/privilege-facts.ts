import type pg from 'pg';
import {
  type DefaultPrivilegeFact,
  type DefinerFact,
  type MembershipFact,
  type ParameterFact,
  PLATFORM_SCHEMAS,
  type RoleAttribute,
} from '../objects/project-rules.ts';

/** What a database says about who may do what, as far as it could lead out of the project. */
export interface PrivilegeFacts {
  roles: { name: string; isBootstrap: boolean; attributes: RoleAttribute[] }[];
  memberships: MembershipFact[];
  parameters: ParameterFact[];
  /** Default rights on what the superuser makes. */
  defaults: DefaultPrivilegeFact[];
  superuserSettings: { role: string; ofDatabase: boolean; setting: string }[];
  /** Functions that run as a superuser, those of extensions apart. */
  definers: DefinerFact[];
  eventTriggers: { name: string; schema: string; isOfSuperuser: boolean }[];
  /** Schemas and functions of the platform that are not the superuser's. */
  strangers: { kind: string; name: string; owner: string }[];
  /** Rights on objects of PostgreSQL itself that a new server does not have. */
  onSystem: { object: string; grantee: string | null; privilege: string }[];
}

const IS_MEMBER = (catalog: string, oid: string) => `exists (select from pg_catalog.pg_depend d
  where d.classid = 'pg_catalog.${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`;

const QUERIES: Record<keyof PrivilegeFacts, string> = {
  roles: `select rolname as name, oid = 10 as "isBootstrap", array_remove(array[
      case when rolsuper then 'superuser' end, case when rolcreaterole then 'createrole' end,
      case when rolcreatedb then 'createdb' end, case when rolreplication then 'replication' end,
      case when rolbypassrls then 'bypassrls' end
    ], null) as attributes
    from pg_catalog.pg_roles order by 1`,
  memberships: `select r.rolname as role, m.rolname as member, r.rolsuper as "roleIsSuperuser", a.admin_option as admin,
      (to_jsonb(a) ->> 'set_option')::boolean as set
    from pg_catalog.pg_auth_members a
      join pg_catalog.pg_roles r on r.oid = a.roleid
      join pg_catalog.pg_roles m on m.oid = a.member
    order by 1, 2, 4, 5`,
  parameters: `select p.parname as parameter, g.rolname as grantee, acl.privilege_type as privilege,
      coalesce(s.context = 'user', false) as "isForEverybody"
    from pg_catalog.pg_parameter_acl p
      cross join pg_catalog.aclexplode(p.paracl) as acl
      left join pg_catalog.pg_roles g on g.oid = acl.grantee
      left join pg_catalog.pg_settings s on lower(s.name) = p.parname and p.parname !~ '\\.'
    where acl.grantee <> 10
    order by 1, 2`,
  defaults: `select n.nspname as schema, a.defaclobjtype as objects, g.rolname as grantee, acl.privilege_type as privilege
    from pg_catalog.pg_default_acl a
      cross join pg_catalog.aclexplode(a.defaclacl) as acl
      left join pg_catalog.pg_namespace n on n.oid = a.defaclnamespace
      left join pg_catalog.pg_roles g on g.oid = acl.grantee
    where a.defaclrole = 10 and acl.grantee <> 10
    order by 1, 2, 3`,
  superuserSettings: `select r.rolname as role, s.setdatabase <> 0 as "ofDatabase", setting
    from pg_catalog.pg_db_role_setting s
      join pg_catalog.pg_roles r on r.oid = s.setrole and r.oid = 10
      cross join pg_catalog.unnest(s.setconfig) as setting`,
  definers: `select p.oid::regprocedure::text as name,
      pg_catalog.encode(pg_catalog.sha256(pg_catalog.convert_to(p.prosrc || coalesce(p.proconfig::text, ''), 'UTF8')), 'hex') as digest
    from pg_catalog.pg_proc p join pg_catalog.pg_roles o on o.oid = p.proowner and o.rolsuper
    where p.prosecdef and p.oid >= 16384 and not ${IS_MEMBER('pg_proc', 'p.oid')} order by 1`,
  eventTriggers: `select e.evtname as name, n.nspname as schema, o.rolsuper as "isOfSuperuser"
    from pg_catalog.pg_event_trigger e
      join pg_catalog.pg_proc p on p.oid = e.evtfoid
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_roles o on o.oid = p.proowner
    where not ${IS_MEMBER('pg_event_trigger', 'e.oid')}
    order by 1`,
  strangers: `select 'schema' as kind, n.nspname as name, o.rolname as owner
    from pg_catalog.pg_namespace n join pg_catalog.pg_roles o on o.oid = n.nspowner and not o.rolsuper
    where n.nspname = any ($1) and n.nspname <> 'vault'
    union all
    select 'function', p.oid::regprocedure::text, o.rolname
    from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_roles o on o.oid = p.proowner and not o.rolsuper
    -- In realtime there may be some of the user's, and a vault that is not the superuser's was there before ours.
    where n.nspname = any ($1) and n.nspname <> 'realtime'
      -- Webhooks queue their requests as a role without rights.
      and not (n.nspname in ('net', 'supabase_functions') and o.rolname = 'supabase_functions_admin')
      and not (n.nspname = 'vault' and exists (
        select from pg_catalog.pg_roles s where s.oid = n.nspowner and not s.rolsuper
      )) and not ${IS_MEMBER('pg_proc', 'p.oid')}
    order by 1, 2`,
  onSystem: `with system (class, oid, object, acl) as (
      select 'pg_catalog.pg_proc'::regclass, p.oid, 'function ' || p.oid::regprocedure, p.proacl
      from pg_catalog.pg_proc p where p.oid < 16384 and p.proacl is not null
      union all
      select 'pg_catalog.pg_class'::regclass, c.oid, 'table ' || c.oid::regclass, c.relacl
      from pg_catalog.pg_class c where c.oid < 16384 and c.relacl is not null
      union all
      select 'pg_catalog.pg_namespace'::regclass, n.oid, 'schema ' || n.oid::regnamespace, n.nspacl
      from pg_catalog.pg_namespace n where n.oid < 16384 and n.nspacl is not null and n.nspname <> 'public'
      union all
      select 'pg_catalog.pg_class'::regclass, c.oid, 'column ' || c.oid::regclass || '.' || a.attname, a.attacl
      from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
      where c.oid < 16384 and a.attacl is not null
    )
    select system.object, g.rolname as grantee, acl.privilege_type as privilege
    from system cross join pg_catalog.aclexplode(system.acl) as acl
      left join pg_catalog.pg_roles g on g.oid = acl.grantee
    where acl.grantee <> 10
      -- Written by initdb as everybody's, without a note.
      and not (system.object ~ '^(table|schema) information_schema' and acl.grantee = 0
        and acl.privilege_type in ('SELECT', 'USAGE'))
      and not exists (
        select from pg_catalog.pg_init_privs i, pg_catalog.aclexplode(i.initprivs) as first
        where i.classoid = system.class and i.objoid = system.oid
          and first.grantee = acl.grantee and first.privilege_type = acl.privilege_type
      ) and not (acl.grantee = 0 and acl.privilege_type = 'EXECUTE' and not exists (
        select from pg_catalog.pg_init_privs i where i.classoid = system.class and i.objoid = system.oid
      ))
    order by 1, 2, 3`,
};

/** Reads the facts. Nothing that users wrote runs: only catalogs and functions of PostgreSQL itself are asked. */
export async function privilegeFacts(client: pg.Client): Promise<PrivilegeFacts> {
  const facts: Record<string, unknown[]> = {};
  for (const [subject, sql] of Object.entries(QUERIES))
    facts[subject] = (await client.query(sql, sql.includes('$1') ? [PLATFORM_SCHEMAS] : [])).rows;
  return facts as unknown as PrivilegeFacts;
}
