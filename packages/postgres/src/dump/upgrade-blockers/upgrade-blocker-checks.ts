import type { BlockerCheck } from './upgrade-blocker.ts';

const extensions: BlockerCheck = {
  kind: 'extension',
  sql: `select e.extname as name from pg_catalog.pg_extension e
    where e.extname <> 'plpgsql' and e.extname <> all ($1::text[]) order by 1`,
  parameters: ({ extensions }) => [extensions],
  message: ({ name }, { major }) =>
    `The extension "${name}" is not available for PostgreSQL ${major}. Drop it before the upgrade, or stay on this version.`,
};

/** Slots of the platform itself are made anew after an upgrade. */
const replicationSlots: BlockerCheck = {
  kind: 'replication_slot',
  sql: `select s.slot_name::text as name, s.slot_type as type from pg_catalog.pg_replication_slots s
    where not s.temporary and not starts_with(s.slot_name, 'basalt_')
      and not starts_with(s.slot_name, 'supabase_realtime') order by 1`,
  message: ({ name, type }) =>
    `The ${type} replication slot "${name}" would be lost. Drop it, and create it again after the upgrade.`,
};

const preparedTransactions: BlockerCheck = {
  kind: 'prepared_transaction',
  sql: `select p.gid as name, p.database from pg_catalog.pg_prepared_xacts p order by 1`,
  message: ({ name, database }) =>
    `The prepared transaction "${name}" in the database "${database}" would be lost. Commit it or roll it back first.`,
};

/** The columns of system views and tables differ between versions, and so does what such a value looks like. */
const systemRowTypes: BlockerCheck = {
  kind: 'data_type',
  sql: `select pg_catalog.format('%I.%I.%I', n.nspname, c.relname, a.attname) as name,
      pg_catalog.format_type(a.atttypid, a.atttypmod) as type
    from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'm', 'c')
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_type t on t.oid = a.atttypid
      left join pg_catalog.pg_type element on element.oid = t.typelem
    where c.oid >= 16384 and a.attnum > 0 and not a.attisdropped
      and coalesce(element.oid, t.oid) < 16384
      and coalesce(nullif(element.typrelid, 0), t.typrelid) <> 0
    order by 1`,
  message: ({ name, type }) =>
    `The column ${name} has the type ${type}, which describes a system table and differs between versions. Change its type first.`,
};

const subscriptions: BlockerCheck = {
  kind: 'unsupported_object',
  sql: `select s.subname as name from pg_catalog.pg_subscription s
    where s.subdbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
    order by 1`,
  message: ({ name }) =>
    `The subscription "${name}" is not carried over. Drop it, and create it again after the upgrade.`,
};

const tablespaces: BlockerCheck = {
  kind: 'unsupported_object',
  sql: `select t.spcname as name from pg_catalog.pg_tablespace t where t.oid >= 16384 order by 1`,
  message: ({ name }) =>
    `The tablespace "${name}" is not carried over. Move what is in it to pg_default and drop it first.`,
};

const otherDatabases: BlockerCheck = {
  kind: 'unsupported_object',
  sql: `select d.datname as name from pg_catalog.pg_database d
    where d.datname not in ('postgres', 'template0', 'template1', pg_catalog.current_database()) order by 1`,
  message: ({ name }) =>
    `The database "${name}" is not carried over, only the project's own is. Save what you need of it and drop it first.`,
};

const foreignLibraries: BlockerCheck = {
  kind: 'unsupported_object',
  sql: `select p.oid::regprocedure::text as name, p.probin as library from pg_catalog.pg_proc p
    join pg_catalog.pg_language l on l.oid = p.prolang and l.lanname = 'c'
    where p.oid >= 16384 and not exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e'
    )
    order by 1`,
  message: ({ name, library }) =>
    `The function ${name} is made of the library ${library}, which was built for this version. Drop the function first.`,
};

/** Until 17 a child could drop the NOT NULL of its parent; copied, it has it again and may hold rows that break it. */
const droppedNotNulls: BlockerCheck = {
  kind: 'unsupported_object',
  sql: `select pg_catalog.format('%I.%I.%I', n.nspname, c.relname, child.attname) as name
    from pg_catalog.pg_inherits i
      join pg_catalog.pg_attribute parent on parent.attrelid = i.inhparent and parent.attnum > 0 and parent.attnotnull
      join pg_catalog.pg_attribute child on child.attrelid = i.inhrelid and child.attname = parent.attname
      join pg_catalog.pg_class c on c.oid = i.inhrelid and c.relkind in ('r', 'p')
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where not child.attnotnull and not parent.attisdropped and not child.attisdropped
    group by 1 order by 1`,
  message: ({ name }) =>
    `The column ${name} may be null although that of its parent table may not. Set it NOT NULL first.`,
};

/** Reading waits for these, and with it the whole upgrade. */
const exclusiveLocks: BlockerCheck = {
  kind: 'sessions',
  sql: `select l.pid::text as name, l.relation::regclass::text as relation, coalesce(a.usename, '') as role
    from pg_catalog.pg_locks l
      join pg_catalog.pg_class c on c.oid = l.relation and c.oid >= 16384 and c.relkind in ('r', 'p', 'v', 'm')
      left join pg_catalog.pg_stat_activity a on a.pid = l.pid
    where l.granted and l.mode = 'AccessExclusiveLock' and l.pid <> pg_catalog.pg_backend_pid()
      and l.database = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
      and a.query_start < pg_catalog.now() - interval '1 second'
    order by 1, 2`,
  message: ({ name, relation, role }) =>
    `Session ${name} of the role "${role}" keeps ${relation} locked. Let it finish, or end it.`,
};

/** Values of these types are numbers of objects, which are others afterwards. */
const objectNumbers: BlockerCheck = {
  kind: 'data_type',
  sql: `select pg_catalog.format('%I.%I.%I', n.nspname, c.relname, a.attname) as name,
      pg_catalog.format_type(a.atttypid, a.atttypmod) as type
    from pg_catalog.pg_attribute a
      join pg_catalog.pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'm', 'i')
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_type t on t.oid = a.atttypid
    where c.oid >= 16384 and a.attnum > 0 and not a.attisdropped
      and coalesce(nullif(t.typelem, 0), t.oid) in (
        select o.oid from pg_catalog.pg_type o where o.typnamespace = 'pg_catalog'::pg_catalog.regnamespace
          and o.typname in ('regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoper', 'regoperator', 'regproc', 'regprocedure'))
    order by 1`,
  message: ({ name, type }) =>
    `The column ${name} has the type ${type}, whose values would name other objects afterwards. Change its type to text first.`,
};

/** Those that hold where the data is upgraded in its place: the rest of the rules is about what a copy cannot carry over. */
export const IN_PLACE_CHECKS: readonly BlockerCheck[] = [
  preparedTransactions,
  systemRowTypes,
  objectNumbers,
  foreignLibraries,
];

/** All rules of an upgrade by a copy, in the order in which people should see what they find. */
export const BLOCKER_CHECKS: readonly BlockerCheck[] = [
  extensions,
  replicationSlots,
  preparedTransactions,
  systemRowTypes,
  subscriptions,
  tablespaces,
  otherDatabases,
  foreignLibraries,
  droppedNotNulls,
  exclusiveLocks,
];
