import type { MaskKind } from '@basalt/contract';
import type { Client } from 'pg';

/** A column of a table that people have made. */
export interface Column {
  name: string;
  /** Qualified, for SQL. */
  type: string;
  kind: MaskKind;
  isNullable: boolean;
  /** In its primary key or a foreign one. */
  isKey: boolean;
  isUnique: boolean;
  /** Of text; null: any. */
  mostCharacters: number | null;
  /** The definition says which values there are. */
  isListed: boolean;
}

/** A table with its partitions, if it has some. */
export interface Table {
  schema: string;
  name: string;
  isPartitioned: boolean;
  /** By which its rows are in order; empty: by nothing. */
  primaryKey: string[];
  columns: Column[];
}

/** Rows of `table` name rows of `target`. Both lists are in the same order. */
export interface ForeignKey {
  schema: string;
  table: string;
  columns: string[];
  targetSchema: string;
  target: string;
  targetColumns: string[];
  /** A row whose target is gone stays, without a target. */
  setsNull: boolean;
}

/** Schemas of the platform. */
export const PLATFORM_SCHEMAS = [
  'auth',
  'basalt',
  'cron',
  'extensions',
  'graphql',
  'graphql_public',
  'net',
  'realtime',
  '_realtime',
  'storage',
  'supabase_functions',
  'supabase_migrations',
  'vault',
];

const KIND = `case
    when t.typname = 'uuid' then 'uuid'
    when t.typcategory = 'S' then 'text'
    when t.typcategory = 'N' then 'number'
    when t.typname in ('date', 'timestamp', 'timestamptz') then 'date'
    when t.typname in ('json', 'jsonb') then 'document'
    when t.typname = 'inet' then 'address'
    when t.typcategory in ('B', 'D', 'E', 'R', 'T') then 'plain'
    else 'other' end`;
const NAMES = (
  keys: string,
  relation: string,
) => `coalesce((select pg_catalog.json_agg(k.attname order by u.at)
      from pg_catalog.unnest(${keys}) with ordinality u (attnum, at)
      join pg_catalog.pg_attribute k on k.attrelid = ${relation} and k.attnum = u.attnum), '[]'::json)`;

const TABLES = `
select n.nspname as schema, c.relname as name, c.relkind = 'p' as "isPartitioned",
  (select ${NAMES('i.indkey::int2[]', 'c.oid')} from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisprimary) as "primaryKey",
  (select coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
      'name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod), 'kind', ${KIND},
      'isNullable', not (a.attnotnull or d.typnotnull),
      'isKey', exists (select from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'f') and a.attnum = any (k.conkey)),
      'isUnique', exists (select from pg_catalog.pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey::int2[])),
      'mostCharacters', case when d.oid in ('pg_catalog.varchar'::regtype, 'pg_catalog.bpchar'::regtype) and a.atttypmod > 4
        then a.atttypmod - 4 end,
      'isListed', exists (select from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_catalog.pg_get_constraintdef(k.oid) ~ ' = ANY \\(*ARRAY\\[')
    ) order by a.attnum), '[]'::json)
    from pg_catalog.pg_attribute a
    join pg_catalog.pg_type d on d.oid = a.atttypid
    join pg_catalog.pg_type t on t.oid = case when d.typtype = 'd' then d.typbasetype else d.oid end
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence <> 't'
  and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and n.nspname <> all ($1)
  and not exists (select from pg_catalog.pg_depend e
    where e.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and e.objid = c.oid and e.deptype = 'e')
order by 1, 2`;

/** The tables that people have made, by name, with all columns that hold something of their own. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES, [PLATFORM_SCHEMAS]);
  return rows.map((table) => ({ ...table, primaryKey: table.primaryKey ?? [] }));
}

const FOREIGN_KEYS = `
select n.nspname as schema, c.relname as table, ${NAMES('k.conkey', 'c.oid')} as columns,
  m.nspname as "targetSchema", t.relname as target, ${NAMES('k.confkey', 't.oid')} as "targetColumns",
  k.confdeltype = 'n' and not exists (select from pg_catalog.pg_attribute a
    where a.attrelid = c.oid and a.attnum = any (k.conkey) and a.attnotnull) as "setsNull"
from pg_catalog.pg_constraint k
join pg_catalog.pg_class c on c.oid = k.conrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_class t on t.oid = k.confrelid join pg_catalog.pg_namespace m on m.oid = t.relnamespace
where k.contype = 'f' and k.conparentid = 0
order by k.oid`;

/** Of all schemas: what people have made may name users. */
export async function readForeignKeys(client: Client): Promise<ForeignKey[]> {
  return (await client.query<ForeignKey>(FOREIGN_KEYS)).rows;
}
