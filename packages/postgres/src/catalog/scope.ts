/**
 * Which part of a database topics are read of: the WITH clause before them. It defines `schemas` and `system_schemas`,
 * `relations` and their `attributes`, `routines` (functions), and `used_types`, which are the types of all these.
 * Every name is qualified, so that no search path of the database can put others in their place.
 */
export interface Scope {
  readonly sql: string;
  readonly values: readonly unknown[];
}

export const SYSTEM_SCHEMAS = `system_schemas as materialized (
  select oid from pg_catalog.pg_namespace
  where nspname in ('pg_catalog', 'information_schema', 'pg_toast') or nspname like 'pg\\_temp\\_%'
    or nspname like 'pg\\_toast\\_temp\\_%'
)`;

/** The columns of `relations`, without `where` and what may come after it. */
export const ATTRIBUTES = `
  select a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity, a.attgenerated, a.atthasdef
  from relations r
  join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped`;

const OF_RELATIONS_AND_ROUTINES = `attributes as materialized (${ATTRIBUTES}
), used_types(oid) as (
  select oid from (
    select atttypid from attributes
    union select prorettype from routines
    union select pg_catalog.unnest(coalesce(proallargtypes, proargtypes)) from routines
  ) as direct(oid)
  union
  select t.typbasetype from used_types u join pg_catalog.pg_type t on t.oid = u.oid where t.typtype = 'd'
)`;

// What no request can call. Written as one list of oids: PostgreSQL then knows how few functions that leaves out.
export const INTERNAL_RESULTS = [
  'trigger',
  'event_trigger',
  'internal',
  'language_handler',
  'fdw_handler',
  'index_am_handler',
  'table_am_handler',
  'tsm_handler',
]
  .map((name) => `'pg_catalog.${name}'::pg_catalog.regtype`)
  .join(', ');

/**
 * What an API serves: `relations` are those of its schemas and those whose rows a function gives. `routines` are the functions
 * of its schemas; from the search path those that take a row, and those whose result is a domain named like a media type.
 */
export function servedSchemas(schemas: readonly string[], extraSearchPath: readonly string[]): Scope {
  const sql = `
with recursive ${SYSTEM_SCHEMAS}, schemas as materialized (
  select oid, nspname from pg_catalog.pg_namespace where nspname = any($1::pg_catalog.text[])
), reachable as materialized (
  select oid from pg_catalog.pg_namespace where nspname = any($1::pg_catalog.text[] || $2::pg_catalog.text[])
), routines as materialized (
  select p.oid, p.prorettype, p.proargtypes, p.proallargtypes
  from pg_catalog.pg_proc p
  join reachable n on n.oid = p.pronamespace
  join pg_catalog.pg_type t on t.oid = p.prorettype
  where t.oid not in (${INTERNAL_RESULTS})
    and (p.prokind = 'f' and p.pronamespace in (select oid from schemas)
      or p.prokind = 'f' and p.pronargs = 1
        and exists (select from pg_catalog.pg_type a where a.oid = p.proargtypes[0] and a.typtype = 'c')
      or p.prokind in ('f', 'a') and t.typtype = 'd' and pg_catalog.strpos(t.typname, '/') > 0)
), relations as materialized (
  select c.oid, n.nspname, c.relname, c.relkind, c.relispartition
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
    and (c.relnamespace in (select oid from schemas)
      or c.reltype in (select prorettype from routines)
      or c.reltype in (select t.typbasetype from routines r join pg_catalog.pg_type t on t.oid = r.prorettype))
), ${OF_RELATIONS_AND_ROUTINES}`;
  return { sql, values: [schemas, extraSearchPath] };
}

/**
 * All of some schemas: `relations` without partitioned tables, `routines` that are functions, and `used_types` with the elements of
 * arrays.
 */
export function wholeSchemas(schemas: readonly string[]): Scope {
  const sql = `
with recursive ${SYSTEM_SCHEMAS}, schemas as materialized (
  select oid, nspname from pg_catalog.pg_namespace where nspname = any($1::pg_catalog.text[])
), routines as materialized (
  select p.oid, p.prorettype, p.proargtypes, p.proallargtypes
  from pg_catalog.pg_proc p
  join schemas n on n.oid = p.pronamespace
  where p.prokind = 'f' and p.prorettype not in (${INTERNAL_RESULTS})
), relations as materialized (
  select c.oid, n.nspname, c.relname, c.relkind, c.relispartition
  from pg_catalog.pg_class c
  join schemas n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f')
), attributes as materialized (${ATTRIBUTES}
), direct_types(oid) as (
  select atttypid from attributes
  union select prorettype from routines
  union select pg_catalog.unnest(coalesce(proallargtypes, proargtypes)) from routines
), used_types(oid) as (
  select oid from direct_types
  union select t.typelem from direct_types d join pg_catalog.pg_type t on t.oid = d.oid where t.typelem <> 0
)`;
  return { sql, values: [schemas] };
}

/** Everything but PostgreSQL's own schemas. Trigger functions are left out: nobody calls them. */
export const WHOLE_DATABASE: Scope = {
  sql: `
with recursive ${SYSTEM_SCHEMAS}, schemas as materialized (
  select oid, nspname from pg_catalog.pg_namespace
  where nspname not like 'pg\\_%' and nspname <> 'information_schema'
), routines as materialized (
  select p.oid, p.prorettype, p.proargtypes, p.proallargtypes
  from pg_catalog.pg_proc p
  join schemas n on n.oid = p.pronamespace
  where p.prorettype not in ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
), relations as materialized (
  select c.oid, n.nspname, c.relname, c.relkind, c.relispartition
  from pg_catalog.pg_class c
  join schemas n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
), ${OF_RELATIONS_AND_ROUTINES}`,
  values: [],
};
