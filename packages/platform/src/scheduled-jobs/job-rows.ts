import type { ClientBase } from 'pg';
import { OWNER_ROLE } from '../project-cluster/roles.ts';

/** As many as a project may have. */
const MAX_JOBS = 1_000;
/** What a job may run has a little less. */
const MAX_COMMAND = 100_000;
const MAX_MESSAGE = 2_000;
const KEPT_RUNS = 1_000;
const KEPT_DAYS = 7;
/** Deleted at once: the rest comes with the next time. */
const MAX_PRUNED = 50_000;

/** A run that has ended, before it is written down. */
export interface EndedRun {
  readonly id: string;
  readonly succeeded: boolean;
  readonly message: string;
  readonly backendPid: number | null;
}

/** What people read of a run that nobody brought to its end. */
const LOST = 'Basalt or the database was stopped before this had ended. What it had not committed is undone.';

/**
 * Whose the schema `cron` is: the platform's; somebody else's, such as that of the extension pg_cron, which runs its jobs itself; or
 * nobody's, in a database that was last started by an earlier version.
 */
export async function ownerOfJobTables(client: ClientBase): Promise<'basalt' | 'somebody' | 'nobody'> {
  const { rows } = await client.query<{ ours: boolean | null }>(
    `select pg_catalog.obj_description(n.oid, 'pg_namespace') like 'Basalt:%' as ours
    from pg_catalog.pg_namespace as n where n.nspname = 'cron'`,
  );
  const [row] = rows;
  if (row === undefined) return 'nobody';
  return row.ours === true ? 'basalt' : 'somebody';
}

/** Jobs that are switched on and that the platform may run: they belong to the project's owner and to this database. */
export async function readActiveJobs(client: ClientBase): Promise<{ id: string; schedule: string }[]> {
  const { rows } = await client.query<{ id: string; schedule: string }>(
    `select jobid::pg_catalog.text as id, pg_catalog.left(schedule, 201) as schedule from cron.job
    where active and username = $1 and database = pg_catalog.current_database() order by jobid limit $2`,
    [OWNER_ROLE, MAX_JOBS],
  );
  return rows;
}

/** Writes down that jobs are about to run. Answers the runs of those that are still there. */
export async function insertRuns(
  client: ClientBase,
  jobIds: readonly string[],
): Promise<{ id: string; jobId: string }[]> {
  const { rows } = await client.query<{ id: string; jobId: string }>(
    `insert into cron.job_run_details (jobid, database, username, command, status)
    select jobid, database, username, command, 'starting' from cron.job
    where jobid = any ($1::pg_catalog.int8[]) and username = $2 and database = pg_catalog.current_database() order by jobid
    returning runid::pg_catalog.text as id, jobid::pg_catalog.text as "jobId"`,
    [jobIds, OWNER_ROLE],
  );
  return rows;
}

/** What a run shall do; null: somebody has deleted it meanwhile. */
export async function beginRun(client: ClientBase, id: string): Promise<string | null> {
  const { rows } = await client.query<{ command: string }>(
    `update cron.job_run_details set status = 'running', start_time = pg_catalog.clock_timestamp()
    where runid = $1 returning pg_catalog.left(command, $2) as command`,
    [id, MAX_COMMAND],
  );
  return rows[0]?.command ?? null;
}

/** For whoever wants to end what runs: the process it runs in. */
export async function writeBackend(client: ClientBase, id: string, pid: number): Promise<void> {
  await client.query('update cron.job_run_details set job_pid = $2 where runid = $1', [id, pid]);
}

// PostgreSQL takes several lists at once only where `unnest` stands without its schema; the search path has nothing else.
export async function writeEnds(client: ClientBase, runs: readonly EndedRun[]): Promise<void> {
  await client.query(
    `update cron.job_run_details as d set
      status = case when e.succeeded then 'succeeded' else 'failed' end, return_message = e.message,
      job_pid = e.pid, end_time = pg_catalog.clock_timestamp(),
      start_time = coalesce(d.start_time, pg_catalog.clock_timestamp())
    from unnest($1::pg_catalog.int8[], $2::pg_catalog.bool[], $3::pg_catalog.text[], $4::pg_catalog.int4[])
      as e(id, succeeded, message, pid)
    where d.runid = e.id`,
    [
      runs.map(({ id }) => id),
      runs.map(({ succeeded }) => succeeded),
      runs.map(({ message }) => cut(message)),
      runs.map(({ backendPid }) => backendPid),
    ],
  );
}

/** Ends the runs of a platform that was stopped: all that are under way, but for those that this one knows. */
export async function endLostRuns(client: ClientBase, known: readonly string[]): Promise<void> {
  await client.query(
    `update cron.job_run_details set status = 'failed', return_message = $2, end_time = pg_catalog.clock_timestamp()
    where status in ('starting', 'running') and runid <> all ($1::pg_catalog.int8[])`,
    [known, LOST],
  );
}

/** Keeps a week of the history, and of each job no more than the last thousand runs. */
export async function pruneRuns(client: ClientBase): Promise<void> {
  await client.query(
    `delete from cron.job_run_details where runid in (
      select runid from (
        select runid, end_time, pg_catalog.row_number() over (partition by jobid order by runid desc) as place
        from cron.job_run_details
      ) as runs
      where place > $1 or end_time < pg_catalog.now() - pg_catalog.make_interval(days => $2)
      limit $3
    )`,
    [KEPT_RUNS, KEPT_DAYS, MAX_PRUNED],
  );
}

function cut(text: string): string {
  // PostgreSQL takes no NUL character, and half of a character is none.
  const whole = text.replaceAll('\u0000', '').toWellFormed();
  return whole.length <= MAX_MESSAGE ? whole : `${whole.slice(0, MAX_MESSAGE).toWellFormed()}…`;
}
