import { describe, isWanted, joinComment, type ObjectKind, PAGE } from './object-scope.ts';

export interface TypeObject {
  id: number;
  name: string;
  schema: string;
  /** As SQL writes it. */
  format: string;
  /** What an enum can be, in its order. */
  enums: string[];
  /** Of a composite type. */
  attributes: { name: string; type_id: number; format: string }[];
  comment: string | null;
  /** Of a composite type. */
  type_relation_id: number | null;
}

/** Types that somebody made: without the row types of tables and the arrays of other types. */
export const TYPE_OBJECTS: ObjectKind<TypeObject> = {
  page: `page as materialized (
  select t.oid, n.nspname, t.typname
  from pg_catalog.pg_type t
  join schemas n on n.oid = t.typnamespace
  where ${isWanted('t.oid')}
    and (t.typrelid = 0
      or exists (select from pg_catalog.pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
    and not exists (select from pg_catalog.pg_type e where e.oid = t.typelem and e.typarray = t.oid)
  order by n.nspname, t.typname
  ${PAGE}
)`,
  topic: describe(`
select t.oid::pg_catalog.int8 as id, t.typname as name, p.nspname as schema,
  pg_catalog.format_type(t.oid, null) as format,
  (
    select coalesce(pg_catalog.json_agg(e.enumlabel order by e.enumsortorder), '[]')
    from pg_catalog.pg_enum e where e.enumtypid = t.oid
  ) as enums,
  (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', a.attname, 'type_id', a.atttypid::pg_catalog.int8,
      'format', pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
  ) as attributes,
  d.description as comment,
  nullif(t.typrelid, 0)::pg_catalog.int8 as type_relation_id
from page p
join pg_catalog.pg_type t on t.oid = p.oid
${joinComment('d', 'pg_type', 't.oid')}
order by p.nspname, p.typname`),
};
