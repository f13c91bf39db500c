import { QueryError } from '@basalt/postgres';
import type { ClientBase } from 'pg';
import { toSqlError } from '../database/query-events.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { withJobTables } from './job-connection.ts';
import { assertJobTables, assertSchedule, noJob, withTables } from './read-jobs.ts';

const TAKEN = '23505';

export interface NewJob {
  ref: string;
  name: string;
  schedule: string;
  command: string;
  active: boolean;
}

/** @throws PlatformError `forbidden`, `bad_request` with its field, `conflict` for a name that is taken */
export async function createJob(dependencies: Dependencies, actor: Actor, { ref, ...job }: NewJob) {
  assertSchedule(job.schedule);
  const [id] = await change(dependencies, actor, ref, (client) =>
    client.query<{ id: string }>(
      `insert into cron.job (jobname, schedule, command, active) values ($1, $2, $3, $4)
      returning jobid::pg_catalog.text as id`,
      [job.name, job.schedule, job.command, job.active],
    ),
  );
  return { id: id ?? '' };
}

export interface JobChange {
  ref: string;
  id: string;
  name?: string | undefined;
  schedule?: string | undefined;
  command?: string | undefined;
  active?: boolean | undefined;
}

/** What is left out stays. @throws PlatformError as {@link createJob}, and `not_found` */
export async function updateJob(dependencies: Dependencies, actor: Actor, { ref, id, ...job }: JobChange) {
  if (job.schedule !== undefined) assertSchedule(job.schedule);
  const changed = await change(dependencies, actor, ref, (client) =>
    client.query<{ id: string }>(
      `update cron.job set jobname = coalesce($2, jobname), schedule = coalesce($3, schedule),
        command = coalesce($4, command), active = coalesce($5, active)
      where jobid = $1 returning jobid::pg_catalog.text as id`,
      [id, job.name ?? null, job.schedule ?? null, job.command ?? null, job.active ?? null],
    ),
  );
  if (changed.length === 0) throw noJob(id);
  return { id };
}

/** Its history stays until it is a week old. @throws PlatformError `not_found` */
export async function removeJob(dependencies: Dependencies, actor: Actor, ref: string, id: string) {
  const removed = await change(dependencies, actor, ref, (client) =>
    client.query<{ id: string }>(
      'delete from cron.job where jobid = $1 returning jobid::pg_catalog.text as id',
      [id],
    ),
  );
  if (removed.length === 0) throw noJob(id);
  return { id };
}

/** @throws PlatformError `conflict` while it runs, `not_found` */
export async function runJob(dependencies: Dependencies, actor: Actor, ref: string, id: string) {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  await withTables(dependencies, project, assertJobTables);
  try {
    return { run_id: await dependencies.scheduledJobs.runNow(project, id) };
  } catch (error) {
    throw error instanceof QueryError ? toFailure(error) : error;
  }
}

/** Answers the numbers of the jobs that were changed. */
async function change(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  work: (client: ClientBase) => Promise<{ rows: { id: string }[] }>,
): Promise<string[]> {
  const { project } = await permittedProject(dependencies.db, actor, ref, 'run_sql');
  await withTables(dependencies, project, assertJobTables);
  try {
    const { rows } = await withJobTables(dependencies, project, work);
    dependencies.scheduledJobs.changed(project);
    return rows.map(({ id }) => id);
  } catch (error) {
    throw error instanceof QueryError ? toFailure(error) : error;
  }
}

function toFailure(error: QueryError): PlatformError {
  if (error.code === TAKEN)
    return new PlatformError('conflict', 'There is a job of this name. Choose another one.', {
      field: 'name',
      cause: error,
    });
  if (/^(?:08|53|57P)/.test(error.code))
    return new PlatformError('unavailable', `The database did not answer: ${error.message}`, {
      cause: error,
    });
  return new PlatformError('sql_error', error.message, { details: toSqlError(error), cause: error });
}
