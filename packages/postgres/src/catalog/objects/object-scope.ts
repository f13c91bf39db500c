import type { Topic } from '../read-catalog.ts';
import { ATTRIBUTES, type Scope, SYSTEM_SCHEMAS } from '../scope.ts';

/** Which objects of a kind are meant: one, or a page of those in some schemas. */
export interface ObjectQuery {
  /** Its oid, or its name where `ObjectKind` says so. */
  readonly id?: string | undefined;
  /** Of a column: its number in the table `id`. */
  readonly number?: number | undefined;
  /** Null: all but PostgreSQL's own. */
  readonly includedSchemas?: readonly string[] | undefined;
  readonly excludedSchemas?: readonly string[] | undefined;
  /** PostgreSQL's own schemas and roles too. */
  readonly includeSystemSchemas?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** One kind of object: how those of a page are found, and what is told of each. */
export interface ObjectKind<Row> {
  /**
   * The CTEs that hold the objects of the page, and nothing that takes time for each object. They read `schemas` and the
   * parameters of `objectScope`, and end with `PAGE`.
   */
  readonly page: string;
  /** Details of the objects of the page, sorted like it. */
  readonly topic: Topic<Row>;
}

/** Ends what finds the objects of a page. */
export const PAGE = 'limit $6::pg_catalog.int8 offset $7::pg_catalog.int8';

/**
 * The part of a database that a page of objects is in. Parameters: $1 schemas wanted, $2 schemas not wanted, $3 PostgreSQL's own
 * too, $4 id, $5 number, $6 limit, $7 offset, $8 whether expressions are written out.
 */
export function objectScope(kind: ObjectKind<unknown>, query: ObjectQuery, expressions: boolean): Scope {
  const one = query.id !== undefined;
  return {
    sql: `
with recursive ${SYSTEM_SCHEMAS}, schemas as materialized (
  select n.oid, n.nspname
  from pg_catalog.pg_namespace n
  where n.nspname <> all ($2::pg_catalog.text[])
    and case when $1::pg_catalog.text[] is null
      then $3::pg_catalog.bool or n.oid not in (select oid from system_schemas)
      else n.nspname = any ($1::pg_catalog.text[]) end
), parameters as (
  select $4::pg_catalog.text, $5::pg_catalog.int4, $6::pg_catalog.int8, $7::pg_catalog.int8, $8::pg_catalog.bool
), ${LOCKED}, ${kind.page}`,
    values: [
      one ? null : (query.includedSchemas ?? null),
      one ? [] : (query.excludedSchemas ?? []),
      one || query.includeSystemSchemas === true,
      query.id ?? null,
      query.number ?? null,
      query.limit ?? null,
      query.offset ?? 0,
      expressions,
    ],
  };
}

/** CTEs: a page of relations of these kinds, by schema and name, with their columns. */
export function relationPage(...kinds: readonly string[]): string {
  return `relations as materialized (
  ${relationsOf(kinds)}
  order by n.nspname, c.relname
  ${PAGE}
), attributes as materialized (${ATTRIBUTES}
)`;
}

/** CTEs: a page of columns of relations of these kinds. */
export function columnPage(...kinds: readonly string[]): string {
  return `relations as materialized (
  ${relationsOf(kinds)}
), attributes as materialized (${ATTRIBUTES}
  where $5::pg_catalog.int4 is null or a.attnum = $5::pg_catalog.int4
  order by r.nspname, r.relname, a.attnum
  ${PAGE}
)`;
}

function relationsOf(kinds: readonly string[]): string {
  return `select c.oid, n.nspname, c.relname, c.relkind, c.relispartition
  from pg_catalog.pg_class c
  join schemas n on n.oid = c.relnamespace
  where c.relkind in (${kinds.map((kind) => `'${kind}'`).join(', ')})
    and ${isWanted('c.oid')}`;
}

/**
 * What is under an exclusive lock, or soon will be, and whatever is made of it. PostgreSQL locks what it writes out or measures,
 * so that a list would wait as long as a table is being rewritten.
 */
const LOCKED = `locked(class, oid) as (
  select 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid, l.relation
  from pg_catalog.pg_locks l
  join pg_catalog.pg_database b on b.oid = l.database
  where l.locktype = 'relation' and l.mode = 'AccessExclusiveLock' and b.datname = pg_catalog.current_database()
  union
  select found.class, found.oid
  from locked l
  cross join lateral (
    select d.classid, d.objid from pg_catalog.pg_depend d where d.refclassid = l.class and d.refobjid = l.oid
    union all
    select 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid, r.ev_class
    from pg_catalog.pg_rewrite r
    where l.class = 'pg_catalog.pg_rewrite'::pg_catalog.regclass and r.oid = l.oid
    union all
    select 'pg_catalog.pg_class'::pg_catalog.regclass::pg_catalog.oid, i.indrelid
    from pg_catalog.pg_index i
    where l.class = 'pg_catalog.pg_class'::pg_catalog.regclass and i.indexrelid = l.oid
  ) as found(class, oid)
)`;

/** SQL that needs a lock on an object of this catalog: null while somebody else has all of it. */
export function unlessLocked(catalog: 'pg_class' | 'pg_proc' | 'pg_policy', oid: string, sql: string) {
  return `case when $8::pg_catalog.bool and ${oid} not in (
    select l.oid from locked l where l.class = 'pg_catalog.${catalog}'::pg_catalog.regclass) then ${sql} end`;
}

/** The same for what an expression says. */
export function expression(catalog: 'pg_class' | 'pg_policy', oid: string, tree: string, relation: string) {
  return unlessLocked(catalog, oid, `pg_catalog.pg_get_expr(${tree}, ${relation}, true)`);
}

/** Joins the comment of an object as `${alias}.description`. */
export function joinComment(alias: string, catalog: string, oid: string): string {
  return `left join pg_catalog.pg_description ${alias}
  on ${alias}.objoid = ${oid} and ${alias}.classoid = 'pg_catalog.${catalog}'::pg_catalog.regclass and ${alias}.objsubid = 0`;
}

/** SQL: whether this object is the one that is asked for, where one is. */
export function isWanted(oid: string): string {
  return `($4::pg_catalog.text is null or ${oid} = $4::pg_catalog.text::pg_catalog.oid)`;
}

/** SELECT of settings as the catalog keeps them, `name=value`, as an object; null without any. */
export function settingsOf(list: string): string {
  return `
    select pg_catalog.json_object_agg(
      pg_catalog.split_part(s, '=', 1), pg_catalog.substr(s, pg_catalog.strpos(s, '=') + 1))
    from pg_catalog.unnest(${list}) as s`;
}

/** A topic whose rows are the JSON of what a SELECT finds, in its order. */
export function describe<Row>(select: string, read: (row: Row) => Row = (row) => row): Topic<Row> {
  return {
    sql: `select pg_catalog.row_to_json(found)::pg_catalog.text as payload from (${select}) as found`,
    read: (payload) => read(JSON.parse(payload) as Row),
  };
}
