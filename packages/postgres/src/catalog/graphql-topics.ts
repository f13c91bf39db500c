import type { Topic } from './read-catalog.ts';

// What a GraphQL schema depends on beyond what every API asks of a relation, a type or a function.

export interface RelationTraitsRow {
  /** Oid. */
  readonly table: number;
  readonly rowSecurity: boolean;
  /** Numbers of columns whose values the database makes: serial, identity and generated ones. */
  readonly madeColumns: readonly number[];
}

export const RELATION_TRAITS: Topic<RelationTraitsRow> = {
  sql: `
select pg_catalog.json_build_array(r.oid::pg_catalog.int8, c.relrowsecurity, coalesce(m.list, '[]'))::pg_catalog.text as payload
from relations r
join pg_catalog.pg_class c on c.oid = r.oid
left join (
  select a.attrelid, pg_catalog.json_agg(a.attnum) as list
  from attributes a
  where a.attidentity <> '' or a.attgenerated <> '' or exists (
    select from pg_catalog.pg_depend d
    join pg_catalog.pg_class s on s.oid = d.objid and s.relkind = 'S'
    where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.deptype = 'a'
      and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.refobjid = a.attrelid and d.refobjsubid = a.attnum)
  group by a.attrelid
) m on m.attrelid = r.oid`,
  read: (payload) => {
    const [table, rowSecurity, madeColumns] = JSON.parse(payload) as [number, boolean, number[]];
    return { table, rowSecurity, madeColumns };
  },
};

export interface UniqueIndexRow {
  /** Oid. */
  readonly table: number;
  /** Numbers of columns. */
  readonly columns: readonly number[];
}

/** Unique indexes over plain columns and all rows, those of keys included. */
export const UNIQUE_INDEXES: Topic<UniqueIndexRow> = {
  sql: `
select pg_catalog.json_build_array(i.indrelid::pg_catalog.int8,
  (i.indkey::pg_catalog.int2[])[0:i.indnkeyatts - 1])::pg_catalog.text as payload
from pg_catalog.pg_index i
join relations r on r.oid = i.indrelid
where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null`,
  read: (payload) => {
    const [table, columns] = JSON.parse(payload) as [number, number[]];
    return { table, columns };
  },
};

export interface ArrayElementRow {
  /** Oids. */
  readonly array: number;
  readonly element: number;
}

export const ARRAY_ELEMENTS: Topic<ArrayElementRow> = {
  sql: `
select pg_catalog.json_build_array(t.oid::pg_catalog.int8, t.typelem::pg_catalog.int8)::pg_catalog.text as payload
from used_types u
join pg_catalog.pg_type t on t.oid = u.oid
where t.typsubscript = 'pg_catalog.array_subscript_handler'::pg_catalog.regproc and t.typlen = -1`,
  read: (payload) => {
    const [array, element] = JSON.parse(payload) as [number, number];
    return { array, element };
  },
};

export interface ArgumentDefaultsRow {
  /** Oid. */
  readonly function: number;
  /** As SQL, for each argument that is passed in; null without a default. */
  readonly defaults: readonly (string | null)[];
}

/** Of functions that have some. */
export const ARGUMENT_DEFAULTS: Topic<ArgumentDefaultsRow> = {
  sql: `
select pg_catalog.json_build_array(p.oid::pg_catalog.int8, (
  select pg_catalog.json_agg(pg_catalog.pg_get_function_arg_default(p.oid, n) order by n)
  from pg_catalog.generate_series(1, p.pronargs) as n))::pg_catalog.text as payload
from routines r
join pg_catalog.pg_proc p on p.oid = r.oid
where p.pronargdefaults > 0`,
  read: (payload) => {
    const [of, defaults] = JSON.parse(payload) as [number, (string | null)[]];
    return { function: of, defaults };
  },
};

export interface ConstraintCommentRow {
  /** Oid. */
  readonly table: number;
  readonly constraint: string;
  readonly comment: string;
}

export const FOREIGN_KEY_COMMENTS: Topic<ConstraintCommentRow> = {
  sql: `
select pg_catalog.json_build_array(k.conrelid::pg_catalog.int8, k.conname, d.description)::pg_catalog.text as payload
from pg_catalog.pg_constraint k
join pg_catalog.pg_description d
  on d.objoid = k.oid and d.classoid = 'pg_catalog.pg_constraint'::pg_catalog.regclass and d.objsubid = 0
join relations r on r.oid = k.conrelid
where k.contype = 'f'`,
  read: (payload) => {
    const [table, constraint, comment] = JSON.parse(payload) as [number, string, string];
    return { table, constraint, comment };
  },
};

export interface TypeCommentRow {
  /** Oid. */
  readonly type: number;
  readonly comment: string;
}

/** Of enums. */
export const ENUM_COMMENTS: Topic<TypeCommentRow> = {
  sql: `
select pg_catalog.json_build_array(t.oid::pg_catalog.int8, d.description)::pg_catalog.text as payload
from used_types u
join pg_catalog.pg_type t on t.oid = u.oid and t.typtype = 'e'
join pg_catalog.pg_description d
  on d.objoid = t.oid and d.classoid = 'pg_catalog.pg_type'::pg_catalog.regclass and d.objsubid = 0`,
  read: (payload) => {
    const [type, comment] = JSON.parse(payload) as [number, string];
    return { type, comment };
  },
};

/** What a role may do, by oids. True of a relation's columns means all of them. */
export interface RoleRights {
  readonly schemas: readonly string[];
  readonly relations: readonly (readonly [
    oid: number,
    select: ColumnRights,
    insert: ColumnRights,
    update: ColumnRights,
    remove: boolean,
    selectAll: boolean,
  ])[];
  readonly functions: readonly number[];
  /** Enums that it may not use. */
  readonly closedTypes: readonly number[];
}

/** All columns, none, or those with these numbers. */
export type ColumnRights = boolean | readonly number[];

function columnRights(privilege: 'SELECT' | 'INSERT' | 'UPDATE'): string {
  return `case when pg_catalog.has_table_privilege(c.oid, '${privilege}') then 'true'::pg_catalog.json
    when not pg_catalog.has_any_column_privilege(c.oid, '${privilege}') then 'false'::pg_catalog.json
    else (select pg_catalog.json_agg(a.attnum) from pg_catalog.pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and pg_catalog.has_column_privilege(c.oid, a.attnum, '${privilege}')) end`;
}

/** To be run under the role. $1: the schemas, as an array. One row with one column, the JSON of `RoleRights`. */
export const ROLE_RIGHTS_SQL = `
with open_schemas as materialized (
  select oid, nspname from pg_catalog.pg_namespace
  where nspname = any($1::pg_catalog.text[]) and pg_catalog.has_schema_privilege(oid, 'USAGE')
)
select pg_catalog.json_build_object(
  'schemas', (select coalesce(pg_catalog.json_agg(nspname), '[]') from open_schemas),
  'relations', (
    select coalesce(pg_catalog.json_agg(pg_catalog.json_build_array(c.oid::pg_catalog.int8,
      ${columnRights('SELECT')}, ${columnRights('INSERT')}, ${columnRights('UPDATE')},
      pg_catalog.has_table_privilege(c.oid, 'DELETE'), pg_catalog.has_table_privilege(c.oid, 'SELECT'))), '[]')
    from pg_catalog.pg_class c
    where c.relnamespace in (select oid from open_schemas) and c.relkind in ('r', 'v', 'm', 'f')),
  'functions', (
    select coalesce(pg_catalog.json_agg(p.oid::pg_catalog.int8), '[]') from pg_catalog.pg_proc p
    where p.pronamespace in (select oid from open_schemas) and p.prokind = 'f'
      and pg_catalog.has_function_privilege(p.oid, 'EXECUTE')),
  'closedTypes', (
    select coalesce(pg_catalog.json_agg(t.oid::pg_catalog.int8), '[]') from pg_catalog.pg_type t
    where t.typtype = 'e' and t.typnamespace in (select oid from open_schemas)
      and not pg_catalog.has_type_privilege(t.oid, 'USAGE'))
)::pg_catalog.text as rights`;
