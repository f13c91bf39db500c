import { columnPage, describe, expression, type ObjectKind, unlessLocked } from './object-scope.ts';

/** A column of a table, a view or a foreign table. */
export interface ColumnObject {
  table_id: number;
  schema: string;
  table: string;
  /** The table's oid, a dot, the column's number. */
  id: string;
  ordinal_position: number;
  name: string;
  /** As SQL; of a generated column the expression. */
  default_value: string | null;
  /** As the information schema has it: `ARRAY`, `USER-DEFINED`, or the name of a built-in type. */
  data_type: string;
  /** The name of the type, without its schema: `int8`, `_text`. Of a domain the type it stands on. */
  format: string;
  is_identity: boolean;
  identity_generation: 'ALWAYS' | 'BY DEFAULT' | null;
  is_generated: boolean;
  is_nullable: boolean;
  is_updatable: boolean;
  /** Whether a unique constraint has this column alone. */
  is_unique: boolean;
  /** What an enum, or an array of one, can be. */
  enums: string[];
  /** The first check that has this column alone. */
  check: string | null;
  comment: string | null;
}

/** Foreign tables that have something to ask whether they can be changed: without it, asking is an error. */
const WITH_HANDLER = `
      select f.ftrelid
      from pg_catalog.pg_foreign_table f
      join pg_catalog.pg_foreign_server s on s.oid = f.ftserver
      join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw
      where w.fdwhandler <> 0`;

/** SELECT of the columns in `attributes`. */
const DESCRIBED_COLUMNS = `
select r.oid::pg_catalog.int8 as table_id, r.nspname as schema, r.relname as "table",
  r.oid::pg_catalog.text || '.' || a.attnum::pg_catalog.text as id, a.attnum as ordinal_position, a.attname as name,
  case when a.atthasdef then ${unlessLocked('pg_class', 'r.oid', 'pg_catalog.pg_get_expr(v.adbin, v.adrelid)')} end
    as default_value,
  case
    when u.typelem <> 0 and u.typlen = -1 then 'ARRAY'
    when u.typnamespace = 'pg_catalog'::pg_catalog.regnamespace then pg_catalog.format_type(u.oid, null)
    else 'USER-DEFINED'
  end as data_type,
  coalesce(u.typname, pg_catalog.format_type(a.atttypid, null)) as format,
  a.attidentity <> '' as is_identity,
  case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end as identity_generation,
  a.attgenerated <> '' as is_generated,
  not (a.attnotnull or coalesce(t.typtype = 'd' and t.typnotnull, false)) as is_nullable,
  case
    when r.relkind in ('r', 'p') then true
    when r.relkind = 'v' or r.oid in (${WITH_HANDLER}) then
      coalesce(${unlessLocked('pg_class', 'r.oid', 'pg_catalog.pg_column_is_updatable(r.oid, a.attnum, false)')}, false)
    else false
  end as is_updatable,
  k.number is not null as is_unique,
  coalesce(e.labels, '[]') as enums,
  c.expression as "check",
  d.description as comment
from attributes a
join relations r on r.oid = a.attrelid
left join pg_catalog.pg_attrdef v on v.adrelid = a.attrelid and v.adnum = a.attnum
left join pg_catalog.pg_type t on t.oid = a.atttypid
left join pg_catalog.pg_type u on u.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
left join (
  select enumtypid, pg_catalog.json_agg(enumlabel order by enumsortorder) as labels
  from pg_catalog.pg_enum group by enumtypid
) e on e.enumtypid = case when u.typelem <> 0 then u.typelem else u.oid end
left join (
  select distinct u.conrelid, u.conkey[1] as number
  from pg_catalog.pg_constraint u
  where u.contype = 'u' and pg_catalog.cardinality(u.conkey) = 1 and u.conrelid in (select oid from relations)
) k on k.conrelid = a.attrelid and k.number = a.attnum
left join (
  select distinct on (h.conrelid, h.conkey[1]) h.conrelid, h.conkey[1] as number,
    ${expression('pg_class', 'h.conrelid', 'h.conbin', 'h.conrelid')} as expression
  from pg_catalog.pg_constraint h
  where h.contype = 'c' and pg_catalog.cardinality(h.conkey) = 1 and h.conrelid in (select oid from relations)
  order by h.conrelid, h.conkey[1], h.oid
) c on c.conrelid = a.attrelid and c.number = a.attnum
left join pg_catalog.pg_description d
  on d.objoid = a.attrelid and d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objsubid = a.attnum`;

/** Joins the columns of `relations` as `columns.list`. */
export const JOIN_COLUMNS = `
left join (
  select c.table_id, pg_catalog.json_agg(c order by c.ordinal_position) as list
  from (${DESCRIBED_COLUMNS}) as c
  group by c.table_id
) as columns on columns.table_id = r.oid::pg_catalog.int8`;

export const COLUMN_OBJECTS: ObjectKind<ColumnObject> = {
  page: columnPage('r', 'p', 'v', 'm', 'f'),
  topic: describe(`
select c.* from (${DESCRIBED_COLUMNS}) as c order by c.schema, c."table", c.ordinal_position`),
};
