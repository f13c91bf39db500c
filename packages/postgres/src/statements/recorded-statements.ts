import { quoteIdent } from '@basalt/sql';
import type { ClientBase } from 'pg';
import { NOT_OF_ADVISORS } from '../activity/own-statements.ts';
import { knownFailure } from '../errors/query-error.ts';

export const STATEMENT_ORDERS = {
  total: 'total',
  calls: 'calls',
  mean: 'mean',
  max: 'max',
  cache_hit: '"cacheHit"',
  rows: 'rows / greatest(calls, 1)',
  temp: '"tempBlocks"',
  wal: '"walBytes"',
} as const;
export type StatementOrder = keyof typeof STATEMENT_ORDERS;

/** A statement with all its runs since the statistics began. Times are milliseconds. */
export interface RecordedStatement {
  /** Role, statement and whether it was run by itself, with dots between them. */
  readonly id: string;
  readonly query: string;
  readonly isCut: boolean;
  readonly user: string;
  readonly calls: number;
  readonly total: number;
  readonly planning: number;
  readonly mean: number;
  readonly min: number;
  readonly max: number;
  readonly deviation: number;
  /** Of the time that all statements took. */
  readonly share: number;
  readonly rows: number;
  readonly cacheHit: number | null;
  readonly blocksRead: number;
  readonly tempBlocks: number;
  readonly walBytes: number;
  readonly since: string | null;
}

export interface StatementStatistics {
  readonly statements: readonly RecordedStatement[];
  readonly users: readonly string[];
  readonly since: string | null;
  readonly evictions: number;
  readonly tracksPlanning: boolean;
}

export interface StatementQuestion {
  readonly order: StatementOrder;
  readonly isAscending: boolean;
  readonly user?: string | undefined;
  /** Statements of this role are left out. */
  readonly without?: string | undefined;
  readonly limit: number;
  /** Characters of a text. */
  readonly textLength: number;
  readonly id?: string;
}

/** Installed, but the server was started without its library. */
const NOT_LOADED = '55000';

// The view must be the extension's own: whatever else has its name is not asked with a superuser's rights.
const EXTENSION = `
select n.nspname::pg_catalog.text as schema, exists (
    select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attname = 'stats_since' and not a.attisdropped
  ) as "hasSince"
from pg_catalog.pg_extension e
join pg_catalog.pg_namespace n on n.oid = e.extnamespace
join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = 'pg_stat_statements'
join pg_catalog.pg_depend d on d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid
  and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass and d.refobjid = e.oid and d.deptype = 'e'
where e.extname = 'pg_stat_statements'`;

interface Place {
  schema: string;
  hasSince: boolean;
}

async function placeOf(client: ClientBase): Promise<Place | null> {
  await client.query("set search_path = ''; set statement_timeout = '10s'");
  return (await client.query<Place>(EXTENSION)).rows[0] ?? null;
}

/**
 * Statements that were run in the connected database, by pg_stat_statements; null where it is not there or not loaded. Those of
 * superusers are the platform's. The client's role must see the statements of all.
 */
export async function readStatements(
  client: ClientBase,
  question: StatementQuestion,
): Promise<StatementStatistics | null> {
  const place = await placeOf(client);
  if (place === null) return null;
  const schema = quoteIdent(place.schema);
  const { order, isAscending, user = null, without = null, id = null, limit, textLength } = question;
  try {
    const { rows: statements } = await client.query<RecordedStatement>(
      `${statementsSql(schema, place.hasSince)}
       select * from statements
       where ($1::pg_catalog.text is null or "user" = $1) and ($2::pg_catalog.text is null or id = $2)
         and ($5::pg_catalog.text is null or "user" <> $5)
       order by ${STATEMENT_ORDERS[order]} ${isAscending ? 'asc' : 'desc'} nulls last, id limit $3`,
      [user, id, limit, textLength, without],
    );
    const { rows: others } = await client.query<Omit<StatementStatistics, 'statements'>>(
      `select pg_catalog.to_char(i.stats_reset at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
         i.dealloc::pg_catalog.float8 as evictions,
         coalesce(pg_catalog.current_setting('pg_stat_statements.track_planning', true), 'off') = 'on' as "tracksPlanning",
         array(
           select distinct r.rolname::pg_catalog.text from ${schema}.pg_stat_statements(false) s
           join pg_catalog.pg_roles r on r.oid = s.userid and not r.rolsuper
           where s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()) order by 1
         ) as users
       from ${schema}.pg_stat_statements_info i`,
    );
    const [known] = others;
    if (known === undefined) return null;
    return { ...known, statements };
  } catch (error) {
    if (knownFailure(error)?.code === NOT_LOADED) return null;
    throw error;
  }
}

/** Forgets the statements of the connected database. False where there are no statistics. */
export async function resetStatements(client: ClientBase): Promise<boolean> {
  const place = await placeOf(client);
  if (place === null) return false;
  try {
    await client.query(`select ${quoteIdent(place.schema)}.pg_stat_statements_reset(0, d.oid, 0)
      from pg_catalog.pg_database d where d.datname = pg_catalog.current_database()`);
    return true;
  } catch (error) {
    if (knownFailure(error)?.code === NOT_LOADED) return false;
    throw error;
  }
}

function statementsSql(schema: string, hasSince: boolean): string {
  const since = hasSince
    ? `pg_catalog.to_char(s.stats_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : 'null::pg_catalog.text';
  return `
with statements as (
  select s.userid::pg_catalog.text || '.' || s.queryid::pg_catalog.text || '.' || s.toplevel::pg_catalog.text as id,
    pg_catalog.left(s.query, $4::pg_catalog.int4) as query, pg_catalog.length(s.query) > $4::pg_catalog.int4 as "isCut",
    coalesce(r.rolname::pg_catalog.text, '') as "user", s.calls::pg_catalog.float8 as calls,
    s.total_exec_time + s.total_plan_time as total, s.total_plan_time as planning, s.mean_exec_time as mean,
    s.min_exec_time as min, s.max_exec_time as max, s.stddev_exec_time as deviation,
    coalesce((s.total_exec_time + s.total_plan_time)
      / nullif(pg_catalog.sum(s.total_exec_time + s.total_plan_time) over (), 0), 0) as share,
    s.rows::pg_catalog.float8 as rows,
    s.shared_blks_hit::pg_catalog.float8 / nullif(s.shared_blks_hit + s.shared_blks_read, 0) as "cacheHit",
    s.shared_blks_read::pg_catalog.float8 as "blocksRead",
    (s.temp_blks_read + s.temp_blks_written)::pg_catalog.float8 as "tempBlocks",
    s.wal_bytes::pg_catalog.float8 as "walBytes", ${since} as since
  from ${schema}.pg_stat_statements s left join pg_catalog.pg_roles r on r.oid = s.userid
  where s.dbid = (select d.oid from pg_catalog.pg_database d where d.datname = pg_catalog.current_database())
    and not coalesce(r.rolsuper, false) and ${NOT_OF_ADVISORS}
)`;
}
