import type { Topic } from './read-catalog.ts';

export interface ColumnRow {
  readonly number: number;
  readonly name: string;
  /** Oid of its type. */
  readonly type: number;
  /** The type with its modifier, such as `character varying(20)`; null when it has none and is called as the type is. */
  readonly format: string | null;
  readonly notNull: boolean;
  /** As SQL. Of an identity column the call that takes its next number; null of a generated column. */
  readonly default: string | null;
  /** The type's modifier, -1 without. */
  readonly modifier: number;
  readonly comment: string | null;
}

export interface RelationRow {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  /** r table, p partitioned table, v view, m materialized view, f foreign table. */
  readonly kind: string;
  readonly isPartition: boolean;
  /** The bit mask of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
  readonly writable: number;
  readonly comment: string | null;
  /** Numbers of columns. */
  readonly primaryKey: readonly number[] | null;
  readonly columns: readonly ColumnRow[];
}

type ColumnTuple = [
  number: number,
  name: string,
  type: number,
  format: string | null,
  notNull: boolean,
  defaultText: string | null,
  modifier: number,
  comment: string | null,
];

type RelationTuple = [
  oid: number,
  schema: string,
  name: string,
  kind: string,
  isPartition: boolean,
  writable: number,
  comment: string | null,
  primaryKey: number[] | null,
  columns: ColumnTuple[],
];

/** Tables, views and foreign tables, sorted by name, with their columns in order. */
export const RELATIONS: Topic<RelationRow> = {
  sql: `
select pg_catalog.json_build_array(
  r.oid::pg_catalog.int8, r.nspname, r.relname, r.relkind, r.relispartition,
  case when r.relkind in ('r', 'p') then 28
    when r.relkind in ('v', 'f') then pg_catalog.pg_relation_is_updatable(r.oid, true)
    else 0 end,
  d.description,
  (select pg_catalog.to_json(k.conkey) from pg_catalog.pg_constraint k where k.conrelid = r.oid and k.contype = 'p'),
  coalesce(c.list, '[]'))::pg_catalog.text as payload
from relations r
left join pg_catalog.pg_description d
  on d.objoid = r.oid and d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objsubid = 0
left join (
  select a.attrelid, pg_catalog.json_agg(pg_catalog.json_build_array(
    a.attnum, a.attname, a.atttypid::pg_catalog.int8,
    case when a.atttypmod <> -1 then pg_catalog.format_type(a.atttypid, a.atttypmod) end,
    a.attnotnull,
    case
      when a.attidentity <> '' then (
        select pg_catalog.format('nextval(%L::regclass)', s.objid::pg_catalog.regclass) from pg_catalog.pg_depend s
        where s.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and s.refobjid = a.attrelid
          and s.refobjsubid = a.attnum and s.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and s.deptype = 'i')
      when a.attgenerated = '' and a.atthasdef then pg_catalog.pg_get_expr(v.adbin, v.adrelid)
    end,
    a.atttypmod, n.description) order by a.attnum) as list
  from attributes a
  left join pg_catalog.pg_attrdef v on v.adrelid = a.attrelid and v.adnum = a.attnum
  left join pg_catalog.pg_description n
    on n.objoid = a.attrelid and n.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and n.objsubid = a.attnum
  group by a.attrelid
) c on c.attrelid = r.oid
order by r.nspname, r.relname`,
  read: (payload) => {
    const [oid, schema, name, kind, isPartition, writable, comment, primaryKey, columns] = JSON.parse(
      payload,
    ) as RelationTuple;
    return {
      oid,
      schema,
      name,
      kind,
      isPartition,
      writable,
      comment,
      primaryKey,
      columns: columns.map(readColumn),
    };
  },
};

function readColumn(tuple: ColumnTuple): ColumnRow {
  const [number, name, type, format, notNull, defaultText, modifier, comment] = tuple;
  return { number, name, type, format, notNull, default: defaultText, modifier, comment };
}

export interface RelationNameRow {
  readonly schema: string;
  readonly name: string;
  /** As in `RelationRow`. */
  readonly kind: string;
  /** The type as SQL writes it, with its modifier. */
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** The same relations with no more than names and types, which takes a third of the time. */
export const RELATION_NAMES: Topic<RelationNameRow> = {
  sql: `
select pg_catalog.json_build_array(r.nspname, r.relname, r.relkind, coalesce(c.list, '[]'))::pg_catalog.text as payload
from relations r
left join (
  select a.attrelid, pg_catalog.json_agg(
    pg_catalog.json_build_array(a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod)) order by a.attnum) as list
  from attributes a
  group by a.attrelid
) c on c.attrelid = r.oid
order by r.nspname, r.relname`,
  read: (payload) => {
    const [schema, name, kind, columns] = JSON.parse(payload) as [string, string, string, [string, string][]];
    return { schema, name, kind, columns: columns.map(([column, type]) => ({ name: column, type })) };
  },
};

export type RelationKind = 'table' | 'view' | 'materialized view' | 'foreign table';

const KINDS: Readonly<Record<string, RelationKind>> = {
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
};

/** What people call a relation of this `kind`. */
export function relationKind(kind: string): RelationKind {
  return KINDS[kind] ?? 'table';
}
