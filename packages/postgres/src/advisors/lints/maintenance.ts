import { quoteIdent } from '@basalt/sql';
import { limit } from '../common-names.ts';
import { lint, type Named, qualified, spoken } from '../lint.ts';

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024).toLocaleString('en')} MB`;

export const tableBloat = lint<Named & { factor: number; wasted: number }>({
  name: 'table_bloat',
  title: 'Table Bloat',
  level: 'INFO',
  category: 'PERFORMANCE',
  description:
    'Tables that take much more room than their rows need, by the statistics of the planner: space of deleted and changed rows that was not used again.',
  remediation:
    'Vacuum the table, so that the space can be used again. Its file gets smaller only where its end is empty. VACUUM FULL would keep everybody out meanwhile.',
  // Rows as wide as the statistics say, with 28 bytes for each row's header and pointer, in pages with 24 bytes of their own.
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, size.pages / size.needed as factor,
  (size.pages - size.needed) * size.page as wasted
from relations c
cross join lateral (
  select pg_catalog.sum(s.avg_width * (1 - s.null_frac))::pg_catalog.float8 as width
  from pg_catalog.pg_stats s where s.schemaname = c.nspname and s.tablename = c.relname and not s.inherited
) as stats
cross join lateral (
  select c.relpages::pg_catalog.float8 as pages, pg_catalog.current_setting('block_size')::pg_catalog.float8 as page,
    greatest(1, pg_catalog.ceil(c.reltuples::pg_catalog.float8 * (pg_catalog.ceil((stats.width + 24) / 8) * 8 + 4)
      / (pg_catalog.current_setting('block_size')::pg_catalog.float8 - 24))) as needed
) as size
where c.relkind in ('r', 'm') and c.reltuples >= 0 and stats.width is not null
  and size.pages / size.needed > ${limit('bloatFactor')} and (size.pages - size.needed) * size.page > ${limit('bloatBytes')}
order by 4 desc`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: `Table ${spoken(row)} has excessive bloat: it takes ${row.factor.toFixed(1)} times the room its rows need, ${megabytes(row.wasted)} too much`,
    metadata: {
      schema: row.schema,
      name: row.name,
      type: 'table',
      bloat: row.factor,
      wasted_bytes: row.wasted,
    },
    fix: `vacuum (analyze) ${qualified(row)};`,
  }),
});

export const vacuumOverdue = lint<Named & { dead: number; isOff: boolean }>({
  name: 'vacuum_overdue',
  title: 'Vacuum overdue',
  level: 'WARN',
  category: 'PERFORMANCE',
  description:
    'Tables with many more dead rows than autovacuum should leave, because it is switched off for them or has not come for a week.',
  remediation:
    'Vacuum the table, and find out what keeps autovacuum away: a storage parameter of the table, or a transaction that stays open.',
  // As for unused indexes, the age of the statistics may be that of the database's folder.
  asSuperuser: true,
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, s.n_dead_tup::pg_catalog.float8 as dead,
  not given.enabled as "isOff"
from relations c
join pg_catalog.pg_stat_all_tables s on s.relid = c.oid
cross join lateral (
  select coalesce(pg_catalog.min(o.option_value::pg_catalog.bool::pg_catalog.int4) filter (where o.option_name = 'autovacuum_enabled'), 1) = 1
      and pg_catalog.current_setting('autovacuum')::pg_catalog.bool as enabled,
    coalesce(pg_catalog.max(o.option_value::pg_catalog.float8) filter (where o.option_name = 'autovacuum_vacuum_threshold'),
      pg_catalog.current_setting('autovacuum_vacuum_threshold')::pg_catalog.float8) as least,
    coalesce(pg_catalog.max(o.option_value::pg_catalog.float8) filter (where o.option_name = 'autovacuum_vacuum_scale_factor'),
      pg_catalog.current_setting('autovacuum_vacuum_scale_factor')::pg_catalog.float8) as factor
  from (values (1)) as one(row)
  left join pg_catalog.pg_options_to_table(c.reloptions) o
    on o.option_name in ('autovacuum_enabled', 'autovacuum_vacuum_threshold', 'autovacuum_vacuum_scale_factor')
) as given
cross join lateral (
  -- PostgreSQL 18 has a bound; -1 is none.
  select least(given.least + given.factor * greatest(c.reltuples, 0)::pg_catalog.float8,
    nullif(coalesce(pg_catalog.current_setting('autovacuum_vacuum_max_threshold', true), '-1')::pg_catalog.float8, -1)) as rows
) as starts
cross join (
  select pg_catalog.now() - coalesce(d.stats_reset,
    (pg_catalog.pg_stat_file('base/' || d.datid::pg_catalog.text || '/PG_VERSION')).modification) as age
  from pg_catalog.pg_stat_database d where d.datname = pg_catalog.current_database()
) as statistics
where c.relkind in ('r', 'm') and s.n_dead_tup > starts.rows * ${limit('deadRowsFactor')}
  and (not given.enabled or least(statistics.age, pg_catalog.now() - greatest(s.last_vacuum, s.last_autovacuum))
    > pg_catalog.make_interval(days => (${limit('vacuumDays')})::pg_catalog.int4))
order by 3 desc`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: `Table ${spoken(row)} has ${row.dead.toLocaleString('en')} dead rows${row.isOff ? ', and autovacuum is switched off for it' : ' and has not been vacuumed for a week'}`,
    metadata: { schema: row.schema, name: row.name, type: 'table', dead_rows: row.dead },
    fix: `vacuum (analyze) ${qualified(row)};`,
  }),
});

const NEAR_THE_END = 1_000_000_000;

export const wraparoundRisk = lint<Named & { age: number; holder: string | null }>({
  name: 'wraparound_risk',
  title: 'Wraparound risk',
  level: 'WARN',
  category: 'PERFORMANCE',
  description:
    'Tables that should have been frozen long ago: the database stops taking writes before the numbers of transactions run out.',
  remediation:
    'End what keeps old rows alive (a long transaction, a prepared transaction, a replication slot), then vacuum the table with freeze.',
  // Only a superuser sees what everybody's transactions hold.
  asSuperuser: true,
  sql: `
select c.nspname::pg_catalog.text as schema, c.relname::pg_catalog.text as name, ages.most::pg_catalog.float8 as age, (
    select holder.what from (
      select 'a transaction of ' || coalesce(a.usename::pg_catalog.text, 'the server') || ' (process ' || a.pid::pg_catalog.text || ')' as what,
        pg_catalog.age(a.backend_xmin) as age
      from pg_catalog.pg_stat_activity a where a.backend_xmin is not null and a.pid <> pg_catalog.pg_backend_pid()
      union all select 'the prepared transaction ' || p.gid, pg_catalog.age(p.transaction) from pg_catalog.pg_prepared_xacts p
      union all select 'the replication slot ' || r.slot_name::pg_catalog.text,
        greatest(pg_catalog.age(r.xmin), pg_catalog.age(r.catalog_xmin))
      from pg_catalog.pg_replication_slots r where r.xmin is not null or r.catalog_xmin is not null
    ) as holder order by holder.age desc limit 1
  ) as holder
from pg_catalog.pg_class t
join relations c on c.oid = t.oid
left join pg_catalog.pg_class toast on toast.oid = t.reltoastrelid
cross join lateral (
  select greatest(pg_catalog.age(t.relfrozenxid), pg_catalog.age(toast.relfrozenxid)) as transactions,
    greatest(pg_catalog.mxid_age(t.relminmxid), pg_catalog.mxid_age(toast.relminmxid)) as multixacts
) as each
cross join lateral (select greatest(each.transactions, each.multixacts) as most) as ages
where t.relkind in ('r', 'm')
  and (each.transactions > ${limit('freezeFactor')} * pg_catalog.current_setting('autovacuum_freeze_max_age')::pg_catalog.float8
    or each.multixacts > ${limit('freezeFactor')} * pg_catalog.current_setting('autovacuum_multixact_freeze_max_age')::pg_catalog.float8)
order by 3 desc`,
  read: (row) => ({
    key: [row.schema, row.name],
    detail: `Table ${spoken(row)} has rows that are ${row.age.toLocaleString('en')} transactions old and not frozen${row.holder === null ? '' : `. The oldest of what keeps them from it may be ${row.holder}`}`,
    metadata: { schema: row.schema, name: row.name, type: 'table', age: row.age, holder: row.holder },
    level: row.age > NEAR_THE_END ? 'ERROR' : 'WARN',
    fix: `vacuum (freeze) ${qualified(row)};`,
  }),
});

export const replicationSlotHeld = lint<{ slot: string; kept: number; state: string | null }>({
  name: 'replication_slot_held',
  title: 'Replication slot held',
  level: 'WARN',
  category: 'PERFORMANCE',
  description:
    'Replication slots that nobody reads and for which the server keeps its log: the disk fills up.',
  remediation:
    'Start what reads the slot again, or drop it: `select pg_drop_replication_slot(…)`, by a role that may replicate.',
  sql: `
select s.slot_name::pg_catalog.text as slot, pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), s.restart_lsn)::pg_catalog.float8 as kept,
  s.wal_status as state
from pg_catalog.pg_replication_slots s
where not s.active and s.restart_lsn is not null and (s.database is null or s.database = pg_catalog.current_database())
  and pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_lsn(), s.restart_lsn)::pg_catalog.float8 > ${limit('slotBytes')}
order by 2 desc`,
  read: ({ slot, kept, state }) => ({
    key: [slot],
    detail: `Replication slot \`${slot}\` is not in use and keeps ${megabytes(kept)} of the write-ahead log`,
    metadata: { type: 'replication slot', name: slot, bytes: kept, wal_status: state },
    fix: null,
  }),
});

export const idleInTransaction = lint<{ role: string; sessions: number; minutes: number }>({
  name: 'idle_in_transaction',
  title: 'Idle in transaction',
  level: 'WARN',
  category: 'PERFORMANCE',
  description:
    'Sessions that began a transaction and have done nothing since: their locks stay, and dead rows cannot be cleaned up.',
  remediation:
    'Let the application end its transactions, and set a timeout for its role, after which the database ends such sessions. It applies to new sessions.',
  // Only a superuser sees what everybody's sessions do.
  asSuperuser: true,
  sql: `
select a.usename::pg_catalog.text as role, pg_catalog.count(*)::pg_catalog.int4 as sessions,
  (extract(epoch from pg_catalog.max(pg_catalog.clock_timestamp() - a.state_change)) / 60)::pg_catalog.float8 as minutes
from pg_catalog.pg_stat_activity a join pg_catalog.pg_roles r on r.oid = a.usesysid
where a.datname = pg_catalog.current_database() and a.state like 'idle in transaction%' and not r.rolsuper
  and a.state_change < pg_catalog.clock_timestamp() - pg_catalog.make_interval(secs => 60 * ${limit('idleMinutes')})
  and not exists (
    select from pg_catalog.pg_db_role_setting s cross join pg_catalog.unnest(s.setconfig) as c(setting)
    where s.setrole in (0, a.usesysid) and s.setdatabase in (0, a.datid)
      and c.setting ~ '^idle_in_transaction_session_timeout=' and c.setting !~ '=0[a-z]*$'
  )
group by a.usename order by 3 desc`,
  read: ({ role, sessions, minutes }) => ({
    key: [role],
    detail: `${sessions === 1 ? 'A session' : `${sessions} sessions`} of role \`${role}\` ${sessions === 1 ? 'has' : 'have'} been idle in a transaction, for up to ${Math.floor(minutes).toLocaleString('en')} minutes`,
    metadata: { type: 'role', name: role, sessions },
    fix: `alter role ${quoteIdent(role)} set idle_in_transaction_session_timeout = '15min';`,
  }),
});
