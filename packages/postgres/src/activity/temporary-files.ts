import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';

/** What was ended, and how much it had in temporary files. */
export interface EndedSpill {
  readonly sessions: number;
  readonly bytes: number;
}

/**
 * Ends sessions by the size of their temporary files, the largest first, until so many bytes are freed. A file's name begins
 * with the process that made it; those that workers share lie in a folder of their own. What a worker wrote is its session's.
 * The files of a session that has ended are gone as soon as its process is. Superusers' sessions are the platform's own.
 */
const END = `
with listed as materialized (
  select name, substring(name from '^pgsql_tmp([0-9]{1,9})[.]')::int4 as pid
  from pg_catalog.pg_ls_dir('base/pgsql_tmp', true, false) as name
), files as (
  select pid, 'base/pgsql_tmp/' || name as path from listed where name !~ '[.]fileset$'
  union all
  select pid, 'base/pgsql_tmp/' || listed.name || '/' || part.name
  from listed cross join pg_catalog.pg_ls_dir('base/pgsql_tmp/' || listed.name, true, false) as part (name)
  where listed.name ~ '[.]fileset$'
), processes as (
  select pid, sum((pg_catalog.pg_stat_file(path, true)).size) as bytes from files group by pid
), sessions as materialized (
  select coalesce(a.leader_pid, a.pid) as pid, sum(p.bytes) as bytes
  from processes as p join pg_catalog.pg_stat_activity as a on a.pid = p.pid
    join pg_catalog.pg_roles as r on r.oid = a.usesysid and not r.rolsuper
  where p.bytes > 0
  group by 1
), chosen as materialized (
  select pid, bytes, sum(bytes) over (order by bytes desc, pid) - bytes as before from sessions
), ended as materialized (
  select pid, bytes, pg_catalog.pg_terminate_backend(pid) from chosen where before < $1
)
select coalesce(pg_catalog.array_agg(pid), '{}') as pids, coalesce(sum(bytes), 0)::float8 as bytes,
  extract(epoch from pg_catalog.now())::float8 as at
from ended`;

/** A later session may have the number of one that has gone. */
const STILL_THERE = `
select exists (
  select from pg_catalog.pg_stat_activity
  where pid = any ($1::int4[]) and backend_start <= pg_catalog.to_timestamp($2::float8)
) as there`;

/** How long all sessions together may take to go, and how often is looked, in milliseconds. */
const PATIENCE_MS = 1_000;
const LOOK_EVERY_MS = 50;

/**
 * Frees at least so many bytes of temporary files, if there are as many, by ending the sessions that hold most of them. Waits a
 * moment for them to go, however many they are: one that its owner has stopped goes whenever he likes.
 * @param client a superuser's, outside a transaction: within one the list of sessions never changes
 */
export async function endTemporaryFiles(client: ClientBase, bytes: number): Promise<EndedSpill> {
  const { rows } = await client.query<{ pids: number[]; bytes: number; at: number }>(END, [bytes]);
  const [ended] = rows;
  if (ended === undefined || ended.pids.length === 0) return { sessions: 0, bytes: 0 };
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const left = await client.query<{ there: boolean }>(STILL_THERE, [ended.pids, ended.at]);
    if (left.rows[0]?.there !== true) break;
    await sleep(LOOK_EVERY_MS);
  }
  return { sessions: ended.pids.length, bytes: ended.bytes };
}
