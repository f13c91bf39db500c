import { safeInteger } from '../../values/decode-value.ts';
import { type ColumnObject, JOIN_COLUMNS } from './columns.ts';
import { describe, joinComment, type ObjectKind, relationPage, unlessLocked } from './object-scope.ts';

/** What happens to the rows that point at one: a no action, r restrict, c cascade, n set null, d set default. */
export type KeyAction = 'a' | 'r' | 'c' | 'n' | 'd';

/** A pair of columns of a foreign key. */
export interface RelationshipObject {
  /** Of the constraint: a key of two columns has two entries with the same. */
  id: number;
  constraint_name: string;
  source_schema: string;
  source_table_name: string;
  source_column_name: string;
  target_table_schema: string;
  target_table_name: string;
  target_column_name: string;
  deletion_action: KeyAction;
  update_action: KeyAction;
}

export interface TableObject {
  id: number;
  schema: string;
  name: string;
  rls_enabled: boolean;
  rls_forced: boolean;
  replica_identity: 'DEFAULT' | 'INDEX' | 'FULL' | 'NOTHING';
  /** With indexes. While the table is being rewritten, what it had without them when it was vacuumed last. */
  bytes: number | string;
  /** The same for people. */
  size: string;
  live_rows_estimate: number | string;
  dead_rows_estimate: number | string;
  comment: string | null;
  primary_keys: { schema: string; table_name: string; name: string; table_id: number }[];
  /** Keys that point from this table, and those that point at it. */
  relationships: RelationshipObject[];
  columns?: ColumnObject[] | undefined;
}

const PRIMARY_KEYS = `
  select k.conrelid, pg_catalog.json_agg(pg_catalog.json_build_object(
    'schema', o.nspname, 'table_name', o.relname, 'name', a.attname, 'table_id', k.conrelid::pg_catalog.int8)
    order by c.position) as list
  from pg_catalog.pg_constraint k
  join relations o on o.oid = k.conrelid
  cross join lateral pg_catalog.unnest(k.conkey) with ordinality as c(number, position)
  join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.number
  where k.contype = 'p'
  group by k.conrelid`;

// A key to a partitioned table has a constraint for each partition beside its own: they repeat what it says.
const RELATIONSHIPS = `
  select owner.oid, pg_catalog.json_agg(pg_catalog.json_build_object(
    'id', k.oid::pg_catalog.int8, 'constraint_name', k.conname,
    'source_schema', sn.nspname, 'source_table_name', s.relname, 'source_column_name', sa.attname,
    'target_table_schema', tn.nspname, 'target_table_name', t.relname, 'target_column_name', ta.attname,
    'deletion_action', k.confdeltype, 'update_action', k.confupdtype)
    order by k.conname, k.oid, c.position) as list
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class s on s.oid = k.conrelid
  join pg_catalog.pg_namespace sn on sn.oid = s.relnamespace
  join pg_catalog.pg_class t on t.oid = k.confrelid
  join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
  cross join lateral rows from (pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey))
    with ordinality as c(source, target, position)
  join pg_catalog.pg_attribute sa on sa.attrelid = k.conrelid and sa.attnum = c.source
  join pg_catalog.pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = c.target
  cross join lateral (select k.conrelid union select k.confrelid) as owner(oid)
  where k.contype = 'f'
    and (k.conrelid in (select oid from relations) or k.confrelid in (select oid from relations))
    and not exists (
      select from pg_catalog.pg_constraint p where p.oid = k.conparentid and p.conrelid = k.conrelid)
  group by owner.oid`;

// Without OFFSET the planner would put what measures a table in the place of each mention of its size.
const SIZES = `
cross join lateral (
  select coalesce(
    ${unlessLocked('pg_class', 'r.oid', 'pg_catalog.pg_total_relation_size(r.oid)')},
    c.relpages::pg_catalog.int8 * pg_catalog.current_setting('block_size')::pg_catalog.int8) as bytes
  offset 0
) as sizes`;

/** Tables, partitioned ones and partitions. */
export function tableObjects(includeColumns: boolean): ObjectKind<TableObject> {
  const select = `
select r.oid::pg_catalog.int8 as id, r.nspname as schema, r.relname as name,
  c.relrowsecurity as rls_enabled, c.relforcerowsecurity as rls_forced,
  case c.relreplident when 'd' then 'DEFAULT' when 'i' then 'INDEX' when 'f' then 'FULL' else 'NOTHING' end
    as replica_identity,
  sizes.bytes::pg_catalog.text as bytes, pg_catalog.pg_size_pretty(sizes.bytes) as size,
  pg_catalog.pg_stat_get_live_tuples(r.oid)::pg_catalog.text as live_rows_estimate,
  pg_catalog.pg_stat_get_dead_tuples(r.oid)::pg_catalog.text as dead_rows_estimate,
  d.description as comment,
  coalesce(p.list, '[]') as primary_keys, coalesce(f.list, '[]') as relationships
  ${includeColumns ? ", coalesce(columns.list, '[]') as columns" : ''}
from relations r
join pg_catalog.pg_class c on c.oid = r.oid
${SIZES}
left join (${PRIMARY_KEYS}) as p on p.conrelid = r.oid
left join (${RELATIONSHIPS}) as f on f.oid = r.oid
${joinComment('d', 'pg_class', 'r.oid')}
${includeColumns ? JOIN_COLUMNS : ''}
order by r.nspname, r.relname`;
  return { page: relationPage('r', 'p'), topic: describe(select, readNumbers) };
}

function readNumbers(table: TableObject): TableObject {
  return {
    ...table,
    bytes: safeInteger(String(table.bytes)),
    live_rows_estimate: safeInteger(String(table.live_rows_estimate)),
    dead_rows_estimate: safeInteger(String(table.dead_rows_estimate)),
  };
}
