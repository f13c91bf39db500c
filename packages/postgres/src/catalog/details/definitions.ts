import { describe, type ObjectKind, unlessLocked } from '../objects/object-scope.ts';

/** What makes an object again. */
export interface DefinitionObject {
  /** Null when it cannot be written out now. */
  sql: string | null;
}

const page = (catalog: string) => `page as materialized (
  select t.oid from pg_catalog.${catalog} t where t.oid = $4::pg_catalog.text::pg_catalog.oid
)`;

const quoted = (schema: string, name: string) =>
  `pg_catalog.quote_ident(${schema}) || '.' || pg_catalog.quote_ident(${name})`;

const TRIGGER: ObjectKind<DefinitionObject> = {
  page: page('pg_trigger'),
  topic: describe(`
select ${unlessLocked('pg_class', 't.tgrelid', "pg_catalog.pg_get_triggerdef(t.oid, true) || ';'")} as sql
from page p
join pg_catalog.pg_trigger t on t.oid = p.oid and not t.tgisinternal`),
};

const CHECKS = `(
  select coalesce(pg_catalog.string_agg(
    ' constraint ' || pg_catalog.quote_ident(k.conname) || ' ' || pg_catalog.pg_get_constraintdef(k.oid), '' order by k.conname), '')
  from pg_catalog.pg_constraint k where k.contypid = t.oid and k.contype = 'c'
)`;

/** What types can be: enums, composite types, domains and ranges. What is written in C has no definition that anybody could use. */
export const DEFINED_TYPES = "'e', 'c', 'd', 'r'";

/** The statement that makes the type `t`, of the schema `n`. */
export const TYPE_DEFINITION = `case t.typtype
  when 'e' then 'create type ' || ${quoted('n.nspname', 't.typname')} || ' as enum (' || (
    select coalesce(pg_catalog.string_agg(pg_catalog.quote_literal(e.enumlabel), ', ' order by e.enumsortorder), '')
    from pg_catalog.pg_enum e where e.enumtypid = t.oid) || ');'
  when 'c' then ${unlessLocked(
    'pg_class',
    't.typrelid',
    `'create type ' || ${quoted('n.nspname', 't.typname')} || ' as (' || (
    select coalesce(pg_catalog.string_agg(
      pg_catalog.quote_ident(a.attname) || ' ' || pg_catalog.format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum), '')
    from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped) || ');'`,
  )}
  when 'd' then 'create domain ' || ${quoted('n.nspname', 't.typname')} || ' as '
    || pg_catalog.format_type(t.typbasetype, t.typtypmod)
    || coalesce(' default ' || t.typdefault, '') || case when t.typnotnull then ' not null' else '' end || ${CHECKS} || ';'
  when 'r' then 'create type ' || ${quoted('n.nspname', 't.typname')} || ' as range (subtype = ' || (
    select pg_catalog.format_type(r.rngsubtype, null) from pg_catalog.pg_range r where r.rngtypid = t.oid) || ');'
end`;

const TYPE: ObjectKind<DefinitionObject> = {
  page: page('pg_type'),
  topic: describe(`
select ${TYPE_DEFINITION} as sql
from page p
join pg_catalog.pg_type t on t.oid = p.oid
join pg_catalog.pg_namespace n on n.oid = t.typnamespace`),
};

const PUBLISHED = `(
  select pg_catalog.string_agg(part, ', ' order by part) from (
    select 'table ' || ${quoted('n.nspname', 'c.relname')}
      || coalesce(' (' || (
        select pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by a.attnum)
        from pg_catalog.pg_attribute a
        where a.attrelid = r.prrelid and a.attnum = any (r.prattrs::pg_catalog.int2[])) || ')', '')
      || coalesce(' where (' || pg_catalog.pg_get_expr(r.prqual, r.prrelid) || ')', '') as part
    from pg_catalog.pg_publication_rel r
    join pg_catalog.pg_class c on c.oid = r.prrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where r.prpubid = b.oid
    union all
    select 'tables in schema ' || pg_catalog.quote_ident(n.nspname)
    from pg_catalog.pg_publication_namespace s
    join pg_catalog.pg_namespace n on n.oid = s.pnnspid
    where s.pnpubid = b.oid
  ) as parts
)`;

const PUBLICATION: ObjectKind<DefinitionObject> = {
  page: page('pg_publication'),
  topic: describe(`
select case when $8::pg_catalog.bool then
  'create publication ' || pg_catalog.quote_ident(b.pubname)
  || case when b.puballtables then ' for all tables' else coalesce(' for ' || ${PUBLISHED}, '') end
  || ' with (publish = ' || pg_catalog.quote_literal(pg_catalog.concat_ws(', ', case when b.pubinsert then 'insert' end,
    case when b.pubupdate then 'update' end, case when b.pubdelete then 'delete' end,
    case when b.pubtruncate then 'truncate' end))
  || case when b.pubviaroot then ', publish_via_partition_root' else '' end || ');' end as sql
from page p
join pg_catalog.pg_publication b on b.oid = p.oid`),
};

/** Kinds whose definition the schema API does not tell; their `id` is an oid. */
export const DEFINITION_KINDS = { trigger: TRIGGER, type: TYPE, publication: PUBLICATION };
