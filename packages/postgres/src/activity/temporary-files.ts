import { setTimeout } from 'node:timers/promises';
import type { ClientBase } from 'pg';

/** What was ended, and how much it had in temporary files. */
export interface EndedSpill {
  readonly sessions: number;
  readonly bytes: number;
}

/**
 * Tells sessions to end by the size of their temporary files, the largest first, until so many bytes are freed. A file's name
 * begins with the process that made it; those that workers share lie in a folder of their own. What a worker wrote is its
 * session's. The files of a session that has ended are gone as soon as its process is. Superusers' sessions are the platform's own.
 */
const TELL = `
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
)
select pid, bytes::float8 as bytes, pg_catalog.pg_terminate_backend(pid) from chosen where before < $1`;

const STILL_THERE = `
select pg_catalog.count(*)::int4 as sessions from pg_catalog.pg_stat_activity where pid = any ($1::int4[])`;

/** How long all of them together may take to go, in milliseconds, and how often it is looked. */
const PATIENCE_MS = 1_000;
const LOOK_MS = 20;

/**
 * Frees at least so many bytes of temporary files, if there are as many, by ending the sessions that hold most of them. All are
 * told before any of them is waited for.
 * @param client a superuser's, outside a transaction: within one the list of sessions never changes
 */
export async function endTemporaryFiles(client: ClientBase, bytes: number): Promise<EndedSpill> {
  const { rows } = await client.query<{ pid: number; bytes: number }>(TELL, [bytes]);
  const pids = rows.map(({ pid }) => pid);
  const deadline = performance.now() + PATIENCE_MS;
  for (let left = pids.length; left > 0 && performance.now() < deadline; ) {
    const { rows: found } = await client.query<{ sessions: number }>(STILL_THERE, [pids]);
    left = found[0]?.sessions ?? 0;
    if (left > 0) await setTimeout(LOOK_MS);
  }
  return { sessions: rows.length, bytes: rows.reduce((sum, row) => sum + row.bytes, 0) };
}
