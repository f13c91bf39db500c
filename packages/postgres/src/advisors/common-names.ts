import { OF_ADVISORS } from '../activity/own-statements.ts';

/** Schemas that belong to the platform, to PostgreSQL or to well-known extensions: their owners look after them. */
export const OTHERS_SCHEMAS = [
  '_analytics',
  '_realtime',
  '_timescaledb_cache',
  '_timescaledb_catalog',
  '_timescaledb_config',
  '_timescaledb_internal',
  'auth',
  'basalt',
  'cron',
  'extensions',
  'graphql',
  'graphql_public',
  'information_schema',
  'net',
  'pgbouncer',
  'pgmq',
  'pgroonga',
  'pgsodium',
  'pgsodium_masks',
  'pgtle',
  'realtime',
  'repack',
  'storage',
  'supabase_functions',
  'supabase_migrations',
  'tiger',
  'topology',
  'vault',
];

const quotedSchemas = OTHERS_SCHEMAS.map((name) => `'${name}'`).join(', ');

/**
 * What the SQL of checks builds on. `$1`: the schemas that the Data API serves; `$2`: the limits, as JSON.
 *
 * `relations` are those of the database's people, `api_relations` those that the Data API serves with whom it serves them to.
 * Names inside of pg_catalog are qualified too: a check must mean the same whatever somebody has made in the database.
 */
export const COMMON_NAMES = `${OF_ADVISORS} recursive exposed_schemas(name) as (
  select pg_catalog.unnest($1::pg_catalog.text[])
), limits(name, value) as (
  select l.key, l.value::pg_catalog.float8 from pg_catalog.jsonb_each_text($2::pg_catalog.jsonb) as l
), api_roles as (
  select r.oid, r.rolname from pg_catalog.pg_roles r where r.rolname in ('anon', 'authenticated')
), own_schemas as materialized (
  select n.oid, n.nspname from pg_catalog.pg_namespace n
  where n.nspname !~ '^pg_' and n.nspname <> all (array[${quotedSchemas}]::pg_catalog.text[])
), extension_members as materialized (
  select d.classid, d.objid from pg_catalog.pg_depend d where d.deptype = 'e'
), relations as materialized (
  select c.oid, c.relname, c.relkind, c.relowner, c.relrowsecurity, c.reltuples, c.relpages, c.relispartition, c.reloptions,
    c.reltoastrelid, n.nspname
  from pg_catalog.pg_class c join own_schemas n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and c.relpersistence <> 't'
    and not exists (select from extension_members e where e.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and e.objid = c.oid)
), api_relations as materialized (
  select c.*,
    array(
      select r.rolname::pg_catalog.text from api_roles r
      where pg_catalog.has_schema_privilege(r.oid, c.nspname::pg_catalog.text, 'USAGE')
        and pg_catalog.has_any_column_privilege(r.oid, c.oid, 'SELECT')
      order by 1
    ) as readers,
    array(
      select r.rolname::pg_catalog.text from api_roles r
      where pg_catalog.has_schema_privilege(r.oid, c.nspname::pg_catalog.text, 'USAGE')
        and (pg_catalog.has_any_column_privilege(r.oid, c.oid, 'SELECT, INSERT, UPDATE')
          or pg_catalog.has_table_privilege(r.oid, c.oid, 'DELETE, TRUNCATE'))
      order by 1
    ) as users
  from relations c where c.nspname in (select name from exposed_schemas)
), policies as materialized (
  select p.oid, p.polname, p.polcmd, p.polpermissive, p.polroles, p.polrelid, c.relname, c.relrowsecurity, n.nspname,
    e.qual, e.with_check,
    array(
      select coalesce(r.rolname::pg_catalog.text, '-') from pg_catalog.unnest(p.polroles) as given(id)
      left join pg_catalog.pg_roles r on r.oid = given.id order by 1
    ) as role_names
  from pg_catalog.pg_policy p
  join pg_catalog.pg_class c on c.oid = p.polrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select pg_catalog.pg_get_expr(p.polqual, p.polrelid) as qual, pg_catalog.pg_get_expr(p.polwithcheck, p.polrelid) as with_check
    offset 0
  ) as e
  -- Nobody reads a longer one, and a rule would take as long as it likes.
  where coalesce(pg_catalog.length(e.qual), 0) + coalesce(pg_catalog.length(e.with_check), 0) < 20000
), view_uses(view, used) as materialized (
  select distinct r.ev_class, d.refobjid
  from pg_catalog.pg_rewrite r
  join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and d.objid = r.oid
    and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.deptype = 'n' and d.refobjid <> r.ev_class
)`;

/** SQL: whether a view asks with the rights of the caller. @param options the column with its options */
export function isSecurityInvoker(options: string): string {
  return `coalesce((select o.option_value::pg_catalog.bool from pg_catalog.pg_options_to_table(${options}) o
    where o.option_name = 'security_invoker'), false)`;
}

/** SQL: the value of a limit. */
export function limit(name: keyof Limits): string {
  return `(select l.value from limits l where l.name = '${name}')`;
}

/** From where on something is worth a finding. */
export interface Limits {
  /** Rows from which on a policy's columns want an index. */
  readonly manyRows: number;
  /** How long statistics must have been kept before an index counts as unused. */
  readonly unusedDays: number;
  readonly unusedBytes: number;
  readonly bloatFactor: number;
  readonly bloatBytes: number;
  /** Share of the values of a type that are used up. */
  readonly usedShare: number;
  readonly vacuumDays: number;
  readonly deadRowsFactor: number;
  /** Times the age at which PostgreSQL itself would have begun to freeze. */
  readonly freezeFactor: number;
  readonly slotBytes: number;
  readonly idleMinutes: number;
}

export const LIMITS: Limits = {
  manyRows: 10_000,
  unusedDays: 30,
  unusedBytes: 1024 ** 2,
  bloatFactor: 1.5,
  bloatBytes: 100 * 1024 ** 2,
  usedShare: 0.7,
  vacuumDays: 7,
  deadRowsFactor: 2,
  freezeFactor: 1.5,
  slotBytes: 1024 ** 3,
  idleMinutes: 15,
};
