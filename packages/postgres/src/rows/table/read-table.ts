import {
  describe,
  expression,
  joinComment,
  type ObjectKind,
  relationPage,
  unlessLocked,
} from '../../catalog/objects/object-scope.ts';
import { readObjects } from '../../catalog/objects/read-objects.ts';
import type { CatalogClient } from '../../catalog/read-catalog.ts';
import { apiAccess } from '../../catalog/table-access.ts';
import { JOIN_BASE_TYPE } from '../shape/column-type.ts';
import { READABLE } from '../shape/table-shape.ts';
import { DEFINITION } from './definition.ts';

/** A column with everything that people see of it. */
export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  readonly type_kind: string;
  readonly type_name: string;
  readonly type_category: string;
  readonly is_built_in: boolean;
  readonly is_array: boolean;
  readonly enum_values: string[];
  readonly is_nullable: boolean;
  readonly default_value: string | null;
  readonly identity: 'always' | 'by default' | null;
  readonly is_generated: boolean;
  readonly is_insertable: boolean;
  readonly is_updatable: boolean;
  readonly comment: string | null;
}

/** A key, seen from one of its ends. */
export interface DescribedReference {
  constraint: string;
  columns: string[];
  other_table_id: number;
  other_schema: string;
  other_table: string;
  other_columns: string[];
}

/** A table or view with everything that people see of it before its rows. */
export interface DescribedTable {
  readonly id: number;
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'partitioned table' | 'foreign table' | 'view' | 'materialized view';
  readonly comment: string | null;
  readonly columns: DescribedColumn[];
  readonly foreign_keys: DescribedReference[];
  readonly referenced_by: DescribedReference[];
  readonly rls_enabled: boolean;
  readonly rls_forced: boolean;
  readonly policies: number;
  /** Whether `anon` or `authenticated` may do anything with it. */
  readonly has_api_access: boolean;
  readonly rows_estimate: number | null;
  readonly bytes: number;
  readonly definition: string | null;
  /** Whether anything can be written through it. */
  readonly is_writable: boolean;
  /** Whether the owner's transactions only read unless they say otherwise. */
  readonly is_read_only_database: boolean;
}

const names = (table: string, numbers: string) => `(
    select coalesce(pg_catalog.json_agg(a.attname order by n.position), '[]')
    from pg_catalog.unnest(${numbers}) with ordinality as n(number, position)
    join pg_catalog.pg_attribute a on a.attrelid = ${table} and a.attnum = n.number)`;

// Partitions repeat the keys of their parents.
const references = (here: 'conrelid' | 'confrelid', there: 'conrelid' | 'confrelid') => `(
  select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object('constraint', k.conname,
    'columns', ${names(`k.${here}`, here === 'conrelid' ? 'k.conkey' : 'k.confkey')},
    'other_table_id', o.oid::pg_catalog.int8, 'other_schema', n.nspname, 'other_table', o.relname,
    'other_columns', ${names(`k.${there}`, there === 'conrelid' ? 'k.conkey' : 'k.confkey')})
    order by k.conname, k.oid), '[]')
  from pg_catalog.pg_constraint k
  join pg_catalog.pg_class o on o.oid = k.${there}
  join pg_catalog.pg_namespace n on n.oid = o.relnamespace
  where k.contype = 'f' and k.${here} = r.oid and not exists (
    select from pg_catalog.pg_constraint p where p.oid = k.conparentid and p.${here} = k.${here}))`;

// Asking a foreign table without a handler is an error.
const WITH_HANDLER = `(r.relkind = 'v' or exists (
  select from pg_catalog.pg_foreign_table f
  join pg_catalog.pg_foreign_server s on s.oid = f.ftserver
  join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw
  where f.ftrelid = r.oid and w.fdwhandler <> 0))`;
const unlocked = (sql: string) => unlessLocked('pg_class', 'r.oid', sql);
/** The bit mask of pg_relation_is_updatable: 4 update, 8 insert, 16 delete. */
const WRITABLE = `case when r.relkind in ('r', 'p') then 28
  when ${WITH_HANDLER} then coalesce(${unlocked('pg_catalog.pg_relation_is_updatable(r.oid, true)')}, 0) else 0 end`;
const COLUMN_WRITABLE = `case when r.relkind in ('r', 'p') then a.attgenerated = '' and a.attidentity <> 'a'
  when ${WITH_HANDLER} then coalesce(${unlocked('pg_catalog.pg_column_is_updatable(r.oid, a.attnum, true)')}, false)
  else false end`;

const COLUMNS = (reader: string) => `(
  select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
    'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
    'type_kind', b.typtype, 'type_name', b.typname, 'type_category', b.typcategory,
    'is_built_in', b.typnamespace = 'pg_catalog'::pg_catalog.regnamespace,
    'is_array', b.typelem <> 0 and b.typlen = -1,
    'enum_values', (
      select coalesce(pg_catalog.json_agg(e.enumlabel order by e.enumsortorder), '[]')
      from pg_catalog.pg_enum e
      where e.enumtypid = case when b.typelem <> 0 and b.typlen = -1 then b.typelem else b.oid end),
    'is_nullable', not (a.attnotnull or t.typnotnull),
    'default_value', case when a.atthasdef then ${expression('pg_class', 'r.oid', 'v.adbin', 'v.adrelid')} end,
    'identity', case a.attidentity when 'a' then 'always' when 'd' then 'by default' end,
    'is_generated', a.attgenerated <> '',
    'is_insertable', write.bits & 8 = 8 and ${COLUMN_WRITABLE},
    'is_updatable', write.bits & 4 = 4 and ${COLUMN_WRITABLE},
    'comment', d.description) order by a.attnum), '[]')
  from attributes a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  ${JOIN_BASE_TYPE}
  left join pg_catalog.pg_attrdef v on v.adrelid = a.attrelid and v.adnum = a.attnum
  left join pg_catalog.pg_description d
    on d.objoid = a.attrelid and d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objsubid = a.attnum
  where a.attrelid = r.oid and ${READABLE(reader)})`;

/** Of a partitioned table those of its partitions together; null when none of them was ever looked at. */
const LEAVES = `
  with recursive tree(oid) as (
    select r.oid
    union all
    select h.inhrelid from tree join pg_catalog.pg_inherits h on h.inhparent = tree.oid where r.relkind = 'p'
  )
  select pg_catalog.sum(l.reltuples::pg_catalog.float8) filter (where l.reltuples >= 0 and l.relkind <> 'v') as tuples,
    pg_catalog.sum(coalesce(
      ${unlocked('pg_catalog.pg_total_relation_size(l.oid)')},
      l.relpages::pg_catalog.int8 * pg_catalog.current_setting('block_size')::pg_catalog.int8)) as bytes
  from tree join pg_catalog.pg_class l on l.oid = tree.oid`;

const READ_ONLY_DATABASE = `exists (
  select from pg_catalog.pg_db_role_setting s
  cross join pg_catalog.unnest(s.setconfig) as setting
  where s.setdatabase in (0, (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()))
    and s.setrole in (0, (select o.oid from pg_catalog.pg_roles o where o.rolname = 'postgres'))
    and setting in ('default_transaction_read_only=on', 'default_transaction_read_only=true'))`;

function tableKind(reader: string): ObjectKind<DescribedTable> {
  return {
    page: relationPage('r', 'p', 'v', 'm', 'f'),
    topic: describe(
      `
select r.oid::pg_catalog.int8 as id, r.nspname as schema, r.relname as name,
  case r.relkind when 'r' then 'table' when 'p' then 'partitioned table' when 'f' then 'foreign table'
    when 'v' then 'view' else 'materialized view' end as kind,
  comment.description as comment, ${COLUMNS(reader)} as columns,
  ${references('conrelid', 'confrelid')} as foreign_keys, ${references('confrelid', 'conrelid')} as referenced_by,
  c.relrowsecurity as rls_enabled, c.relforcerowsecurity as rls_forced,
  (select pg_catalog.count(*) from pg_catalog.pg_policy l where l.polrelid = r.oid) as policies,
  ${apiAccess('anon')} or ${apiAccess('authenticated')} as has_api_access,
  leaves.tuples as rows_estimate, coalesce(leaves.bytes, 0)::pg_catalog.float8 as bytes,
  ${DEFINITION} as definition, write.bits <> 0 as is_writable,
  pg_catalog.pg_is_in_recovery() or ${READ_ONLY_DATABASE} as is_read_only_database
from relations r
join pg_catalog.pg_class c on c.oid = r.oid
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
cross join lateral (select ${WRITABLE} as bits offset 0) as write
cross join lateral (${LEAVES}) as leaves
${joinComment('comment', 'pg_class', 'r.oid')}`,
    ),
  };
}

/**
 * Everything that people see of a table or view before its rows; null when there is none with this oid. The connection's settings are
 * changed.
 * @param reader the role that reads the rows: columns that it may not read are left out
 */
export async function readTable(
  client: CatalogClient,
  id: string,
  reader: string,
): Promise<DescribedTable | null> {
  const [found] = await readObjects(client, tableKind(reader), { id });
  return found ?? null;
}
