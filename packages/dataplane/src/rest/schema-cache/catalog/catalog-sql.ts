import { FUNCTIONS_SQL, SCHEMAS_SQL } from './functions-sql.ts';
import { FOREIGN_KEYS_SQL, UNIQUE_KEYS_SQL } from './keys-sql.ts';
import { RELATIONS_SQL } from './relations-sql.ts';
import { CASTS_SQL, TYPES_SQL } from './types-sql.ts';
import { VIEWS_SQL } from './views-sql.ts';

/**
 * Everything of the catalog in one query, so that all of it is of one moment: rows `kind`, `payload` (JSON text, of a view
 * its own form). $1: exposed schemas, $2: the extra search path, where computed fields and media handlers may be too.
 *
 * `relations` are the exposed ones and those whose rows a function gives. `routines` are the functions of exposed schemas;
 * from the search path those that take a row, and those whose result is a domain named like a media type.
 */
export const CATALOG_SQL = `
with recursive system_schemas as materialized (
  select oid from pg_namespace
  where nspname in ('pg_catalog', 'information_schema', 'pg_toast') or nspname like 'pg\\_temp\\_%'
    or nspname like 'pg\\_toast\\_temp\\_%'
), exposed as materialized (
  select oid, nspname from pg_namespace where nspname = any($1::text[])
), reachable as materialized (
  select oid from pg_namespace where nspname = any($1::text[] || $2::text[])
), routines as materialized (
  select p.oid, p.prorettype, p.proargtypes, p.proallargtypes
  from pg_proc p
  join reachable n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  where t.oid not in ('trigger'::regtype, 'event_trigger'::regtype, 'internal'::regtype, 'language_handler'::regtype,
      'fdw_handler'::regtype, 'index_am_handler'::regtype, 'table_am_handler'::regtype, 'tsm_handler'::regtype)
    and (p.prokind = 'f' and p.pronamespace in (select oid from exposed)
      or p.prokind = 'f' and p.pronargs = 1
        and exists (select from pg_type a where a.oid = p.proargtypes[0] and a.typtype = 'c')
      or p.prokind in ('f', 'a') and t.typtype = 'd' and strpos(t.typname, '/') > 0)
), relations as materialized (
  select c.oid, n.nspname, c.relname, c.relkind, c.relispartition
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
    and (c.relnamespace in (select oid from exposed)
      or c.reltype in (select prorettype from routines)
      or c.reltype in (select t.typbasetype from routines r join pg_type t on t.oid = r.prorettype))
), attributes as materialized (
  select a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod, a.attnotnull, a.attidentity, a.attgenerated, a.atthasdef
  from relations r
  join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
), used_types(oid) as (
  select oid from (
    select atttypid from attributes
    union select prorettype from routines
    union select unnest(coalesce(proallargtypes, proargtypes)) from routines
  ) as direct(oid)
  union
  select t.typbasetype from used_types u join pg_type t on t.oid = u.oid where t.typtype = 'd'
)
${[
  SCHEMAS_SQL,
  TYPES_SQL,
  CASTS_SQL,
  RELATIONS_SQL,
  UNIQUE_KEYS_SQL,
  FOREIGN_KEYS_SQL,
  VIEWS_SQL,
  FUNCTIONS_SQL,
].join('\nunion all\n')}`;
