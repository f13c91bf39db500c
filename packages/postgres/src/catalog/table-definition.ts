import type { ClientBase } from 'pg';
import { toQueryError } from '../errors/query-error.ts';
import type { KeyAction } from './objects/tables.ts';

/** A constraint on one column alone, or the primary key. */
export interface LoneConstraint {
  name: string;
  type: 'p' | 'u' | 'c';
  column: number | null;
}

/** The primary key of a table, and constraints that have one column alone, the oldest first. Throws QueryError. */
export async function readLoneConstraints(client: ClientBase, table: number): Promise<LoneConstraint[]> {
  const { rows } = await client
    .query<LoneConstraint>(
      `select conname::pg_catalog.text as name, contype::pg_catalog.text as type, conkey[1]::pg_catalog.int4 as column
       from pg_catalog.pg_constraint
       where conrelid = $1 and (contype = 'p' or contype in ('u', 'c') and pg_catalog.cardinality(conkey) = 1)
       order by oid`,
      [table],
    )
    .catch(rethrow);
  return rows;
}

/** All that a person may want to change about a table. */
export interface TableDefinition {
  id: number;
  schema: string;
  name: string;
  comment: string | null;
  rls_enabled: boolean;
  /** Whether the publication `supabase_realtime` names it. */
  is_realtime: boolean;
  columns: {
    number: number;
    name: string;
    type: string;
    is_nullable: boolean;
    default_value: string | null;
    identity: 'always' | 'by default' | null;
    generated: string | null;
    /** Names of the first constraints that have this column alone. */
    unique: string | null;
    check: { name: string; expression: string } | null;
    comment: string | null;
    /** Whether its default takes numbers from a sequence that belongs to it. */
    has_sequence: boolean;
  }[];
  primary_key: { name: string; columns: string[] } | null;
  /** Without those that `columns` have. */
  unique_constraints: { id: number; name: string; columns: string[]; nulls_not_distinct: boolean }[];
  foreign_keys: {
    id: number;
    name: string;
    columns: string[];
    referenced_schema: string;
    referenced_table: string;
    referenced_columns: string[];
    deletion_action: KeyAction;
    update_action: KeyAction;
  }[];
  /** Without those of columns. */
  checks: { id: number; name: string; expression: string }[];
}

// With pg_catalog alone in the search path, whatever is somebody's is written with its schema.
const SETTINGS = "set local search_path = pg_catalog; set local lock_timeout = '5s'";

/** SELECT of the names of a constraint's columns, in their order. */
const namesOf = (keys: string, relation: string) => `(
  select json_agg(a.attname order by c.position)
  from unnest(${keys}) with ordinality as c(number, position)
  join pg_attribute a on a.attrelid = ${relation} and a.attnum = c.number)`;

const FIRST_CHECKS = `
  select distinct on (conkey[1]) oid, conkey[1] as number, conname, pg_get_expr(conbin, conrelid) as expression
  from pg_constraint
  where conrelid = $1 and contype = 'c' and cardinality(conkey) = 1
  order by conkey[1], oid`;

const DEFINITION = `
with first_checks as materialized (${FIRST_CHECKS})
select json_build_object(
  'id', t.oid::int8, 'schema', n.nspname, 'name', t.relname, 'comment', obj_description(t.oid, 'pg_class'),
  'rls_enabled', t.relrowsecurity,
  'is_realtime', exists (
    select from pg_publication_rel r join pg_publication b on b.oid = r.prpubid
    where r.prrelid = t.oid and b.pubname = 'supabase_realtime'),
  'columns', (
    select coalesce(json_agg(json_build_object(
      'number', a.attnum, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'is_nullable', not a.attnotnull,
      'default_value', case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end,
      'generated', case when a.attgenerated <> '' then pg_get_expr(d.adbin, d.adrelid) end,
      'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
      'unique', (
        select u.conname from pg_constraint u
        where u.conrelid = t.oid and u.contype = 'u' and u.conkey = array[a.attnum] order by u.oid limit 1),
      'check', (
        select json_build_object('name', f.conname, 'expression', f.expression) from first_checks f where f.number = a.attnum),
      'comment', col_description(t.oid, a.attnum),
      'has_sequence', exists (
        select from pg_depend s
        where s.refclassid = 'pg_class'::regclass and s.refobjid = t.oid and s.refobjsubid = a.attnum
          and s.classid = 'pg_class'::regclass and s.deptype = 'a'
          and (select q.relkind from pg_class q where q.oid = s.objid) = 'S')) order by a.attnum), '[]')
    from pg_attribute a
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped),
  'primary_key', (
    select json_build_object('name', k.conname, 'columns', ${namesOf('k.conkey', 'k.conrelid')})
    from pg_constraint k where k.conrelid = t.oid and k.contype = 'p'),
  'unique_constraints', (
    select coalesce(json_agg(json_build_object(
      'id', k.oid::int8, 'name', k.conname, 'columns', ${namesOf('k.conkey', 'k.conrelid')},
      'nulls_not_distinct', i.indnullsnotdistinct) order by k.oid), '[]')
    from pg_constraint k
    join pg_index i on i.indexrelid = k.conindid
    where k.conrelid = t.oid and k.contype = 'u' and (cardinality(k.conkey) > 1 or exists (
      select from pg_constraint e
      where e.conrelid = k.conrelid and e.contype = 'u' and e.conkey = k.conkey and e.oid < k.oid))),
  'foreign_keys', (
    select coalesce(json_agg(json_build_object(
      'id', k.oid::int8, 'name', k.conname, 'columns', ${namesOf('k.conkey', 'k.conrelid')},
      'referenced_schema', rn.nspname, 'referenced_table', r.relname,
      'referenced_columns', ${namesOf('k.confkey', 'k.confrelid')},
      'deletion_action', k.confdeltype, 'update_action', k.confupdtype) order by k.oid), '[]')
    from pg_constraint k
    join pg_class r on r.oid = k.confrelid
    join pg_namespace rn on rn.oid = r.relnamespace
    where k.conrelid = t.oid and k.contype = 'f'
      and not exists (select from pg_constraint p where p.oid = k.conparentid and p.conrelid = k.conrelid)),
  'checks', (
    select coalesce(json_agg(json_build_object(
      'id', k.oid::int8, 'name', k.conname, 'expression', pg_get_expr(k.conbin, k.conrelid)) order by k.oid), '[]')
    from pg_constraint k
    where k.conrelid = t.oid and k.contype = 'c' and k.oid not in (select f.oid from first_checks f))
)::text as definition,
  case when t.reltuples >= 0 then t.reltuples::float8 end as rows,
  pg_total_relation_size(t.oid)::float8 as bytes
from pg_class t
join pg_namespace n on n.oid = t.relnamespace
where t.oid = $1 and t.relkind in ('r', 'p')`;

export interface FoundDefinition {
  definition: TableDefinition;
  /** From PostgreSQL's statistics; null before the first. */
  rows: number | null;
  /** With indexes. */
  bytes: number;
}

/**
 * The definition of a table; null when there is no table with this oid. Settings of the session are as before afterwards. Throws
 * QueryError.
 *
 * @param client inside of a transaction
 */
export async function readTableDefinition(
  client: ClientBase,
  table: number,
): Promise<FoundDefinition | null> {
  await client.query('savepoint before_reading').catch(rethrow);
  await client.query(SETTINGS).catch(rethrow);
  const { rows } = await client
    .query<{ definition: string; rows: number | null; bytes: number }>(DEFINITION, [table])
    .catch(rethrow);
  await client.query('rollback to savepoint before_reading').catch(rethrow);
  const [found] = rows;
  return found === undefined
    ? null
    : { ...found, definition: JSON.parse(found.definition) as TableDefinition };
}

/** Whether a column has rows without a value; null when that is not known within two seconds. Inside of a transaction. */
export async function hasNulls(
  client: ClientBase,
  sql: { table: string; column: string },
): Promise<boolean | null> {
  await client.query('savepoint before_looking').catch(rethrow);
  try {
    await client.query("set local statement_timeout = '2s'; set local lock_timeout = '1s'");
    const { rows } = await client.query<{ found: boolean }>(
      `select exists (select from ${sql.table} where ${sql.column} is null) as found`,
    );
    return rows[0]?.found ?? null;
  } catch {
    return null;
  } finally {
    await client.query('rollback to savepoint before_looking').catch(rethrow);
  }
}

function rethrow(error: unknown): never {
  throw toQueryError(error);
}
