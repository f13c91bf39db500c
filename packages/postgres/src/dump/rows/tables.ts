import { quoteIdent } from '@basalt/sql';
import type pg from 'pg';

/** A table whose rows are carried over. */
export interface Table {
  /** Schema and name as SQL. */
  readonly name: string;
  /** Column list as SQL, with its brackets; empty when the table has none that are stored. */
  readonly columns: string;
  readonly owner: string;
  readonly ownedBySuperuser: boolean;
  /** In which databases the binary form of every column means the same; those of other versions get text. */
  readonly binary: 'everywhere' | 'same-version' | 'nowhere';
  /** Of PostgreSQL itself, like the content of large objects: no code of users' runs while it is written. */
  readonly isOfServer: boolean;
  /** The target has it empty, made by us: nothing is lost if it is emptied again. */
  readonly isOurs: boolean;
  /** Which rows are the user's, where an extension says so: a WHERE clause, or empty. */
  readonly condition: string;
  /** Pages of the table itself, 8 kB each. */
  readonly pages: number;
  /** On disk, with long values, without indexes. */
  readonly bytes: number;
}

interface Row extends Omit<Table, 'name' | 'columns'> {
  schema: string;
  table: string;
  columns: string[];
}

/**
 * Their binary forms are part of the protocol: every driver that uses them talks to all versions. Binary needs a quarter less
 * time than text.
 */
const EVERYWHERE = [
  ...[
    'bool',
    'int2',
    'int4',
    'int8',
    'float4',
    'float8',
    'numeric',
    'oid',
    'uuid',
    'bytea',
    'text',
    'varchar',
    'bpchar',
  ],
  ...[
    'date',
    'time',
    'timetz',
    'timestamp',
    'timestamptz',
    'interval',
    'json',
    'jsonb',
    'inet',
    'cidr',
    'bit',
    'varbit',
  ],
];

/**
 * Binary forms hold object ids where a type refers to other objects (reg*, arrays and composites of users' types), and those
 * differ between databases; such columns travel as text. Levels: 2 everywhere, 1 within a version, 0 never.
 */
const TABLES = `
with built_in as (
  select t.oid, case
    when coalesce(element.typname, t.typname) = any ($1) then 2
    when t.typtype in ('b', 'r', 'm') and coalesce(element.typname, t.typname) !~ '^(reg|aclitem|gtsvector)'
      and t.typsend <> 0 and t.typreceive <> 0 then 1
    else 0
  end as level
  from pg_catalog.pg_type t left join pg_catalog.pg_type element on element.oid = t.typelem and t.typcategory = 'A'
  where t.oid < 16384
), types as (
  select t.oid, case when t.typtype = 'e' then 2 else coalesce(own.level, base.level, 0) end as level
  from pg_catalog.pg_type t
    left join built_in own on own.oid = t.oid
    left join built_in base on base.oid = t.typbasetype
), columns as (
  select a.attrelid, array_agg(a.attname::text order by a.attnum) as names, min(types.level) as level
  from pg_catalog.pg_attribute a join types on types.oid = a.atttypid
  where a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by a.attrelid
), settings as (
  select s.config as oid, s.condition
  from pg_catalog.pg_extension e, unnest(e.extconfig, e.extcondition) as s (config, condition)
)
select n.nspname as schema, c.relname as table, coalesce(columns.names, '{}') as columns,
  o.rolname as owner, o.rolsuper as "ownedBySuperuser", false as "isOfServer",
  (array['nowhere', 'same-version', 'everywhere'])[coalesce(columns.level, 2) + 1] as binary,
  coalesce(settings.condition, '') as condition, settings.oid is null as "isOurs",
  (pg_catalog.pg_relation_size(c.oid) / current_setting('block_size')::bigint)::float8 as pages,
  case when pg_catalog.pg_relation_size(c.oid) = 0 then 0 else pg_catalog.pg_table_size(c.oid) end::float8 as bytes
from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_roles o on o.oid = c.relowner
  left join columns on columns.attrelid = c.oid
  left join settings on settings.oid = c.oid
where c.relkind = 'r' and c.relpersistence <> 't' and c.oid >= 16384 and n.nspname !~ '^pg_'
  and (settings.oid is not null or not exists (
    select from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
  ))
order by bytes desc, schema, "table"`;

/** The tables of a database that hold rows of their own, the largest first. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Row>(TABLES, [EVERYWHERE]);
  return rows.map(({ schema, table, columns, ...row }) => ({
    ...row,
    name: `${quoteIdent(schema)}.${quoteIdent(table)}`,
    columns: columns.length === 0 ? '' : `(${columns.map(quoteIdent).join(', ')})`,
  }));
}

/** The same without what belongs to a version of the platform, and not to a project: a new database has its own. */
export async function listCopiedTables(client: pg.Client): Promise<Table[]> {
  return (await listTables(client)).filter(({ name }) => name !== 'basalt.platform_objects');
}

const LOCKS_AT_ONCE = 100;

/**
 * Keeps others from changing, emptying or dropping the tables until the transaction ends: an older snapshot would not see
 * their rows any more.
 */
export async function lockTables(client: pg.Client, tables: readonly Table[]): Promise<void> {
  for (let at = 0; at < tables.length; at += LOCKS_AT_ONCE) {
    const names = tables.slice(at, at + LOCKS_AT_ONCE).map(({ name }) => `only ${name}`);
    await client.query(`lock table ${names.join(', ')} in access share mode`);
  }
}

/** Sum of the sizes on disk. */
export function bytesOf(tables: readonly Pick<Table, 'bytes'>[]): number {
  return tables.reduce((sum, { bytes }) => sum + bytes, 0);
}
