import type { JobRun, ScheduledJob } from '@basalt/contract';
import { QueryError } from '@basalt/postgres';
import type { ClientBase } from 'pg';
import type { Dependencies } from '../kernel/dependencies.ts';
import { hideLiterals } from '../kernel/hide-literals.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { may } from '../projects/policy.ts';
import { describeStatus } from '../projects/project-status.ts';
import { isActive } from '../projects/transitions.ts';
import { withJobTables } from './job-connection.ts';
import { ownerOfJobTables } from './job-rows.ts';
import { describeSchedule } from './schedule/describe-schedule.ts';
import { nextRun, nextRuns } from './schedule/next-run.ts';
import { readSchedule, type Schedule, ScheduleError } from './schedule/read-schedule.ts';

/** Of commands in lists. */
const SHOWN = 500;
const MAX_JOBS = 1_000;
const SHOWN_TIMES = 5;

/** Why a database can have no jobs. */
const MISSING = {
  somebody:
    'The schema “cron” of this database is not Basalt’s. Rename or drop it and restart the project: then jobs can be scheduled here.',
  nobody:
    'This database was last started by an earlier version of Basalt. Restart the project once: then jobs can be scheduled here.',
};

const RUN = `d.runid::pg_catalog.text as id, d.jobid::pg_catalog.text as job_id, d.status, d.return_message as message,
  pg_catalog.left(d.command, ${SHOWN}) as command, d.start_time as started_at, d.end_time as ended_at`;

// The last run of each job is found by the index, one step for each job.
const JOBS = `select j.jobid::pg_catalog.text as id, j.jobname as name, pg_catalog.left(j.schedule, 201) as schedule, j.active,
    pg_catalog.left(j.command, $1) as command, pg_catalog.row_to_json(last) as last_run
  from cron.job as j
    left join lateral (
      select ${RUN} from cron.job_run_details as d where d.jobid = j.jobid order by d.runid desc limit 1
    ) as last on true`;

interface JobRow {
  id: string;
  name: string | null;
  schedule: string;
  active: boolean;
  command: string;
  last_run: RunRow | null;
}

interface RunRow {
  id: string;
  job_id: string;
  job_name?: string | null;
  status: string | null;
  message: string | null;
  command: string | null;
  started_at: string | null;
  ended_at: string | null;
}

/** The jobs of a project, by name. @throws PlatformError `forbidden`, and as connecting does */
export async function listJobs(dependencies: Dependencies, actor: Actor, ref: string) {
  return withJobs(dependencies, actor, ref, async (client, { project, seesTexts }) => {
    const problem = await missing(client);
    if (problem !== null) return { jobs: [], problem };
    const { rows } = await client.query<JobRow>(`${JOBS} order by j.jobname, j.jobid limit ${MAX_JOBS}`, [
      SHOWN,
    ]);
    const now = Date.now();
    return {
      jobs: rows.map((row) => presentJob(row, seesTexts, now)),
      problem: dependencies.scheduledJobs.problemOf(project.id),
    };
  });
}

/** One job with the whole of its command. @throws PlatformError `not_found` */
export async function getJob(dependencies: Dependencies, actor: Actor, ref: string, id: string) {
  return withJobs(dependencies, actor, ref, async (client, { seesTexts }) => {
    await assertJobTables(client);
    const { rows } = await client.query<JobRow>(`${JOBS} where j.jobid = $2`, [100_000, id]);
    const [row] = rows;
    if (row === undefined) throw noJob(id);
    return presentJob(row, seesTexts, Date.now());
  });
}

export interface RunFilter {
  job?: string | undefined;
  status?: string | undefined;
  before?: string | undefined;
  limit: number;
}

/** What ran, the newest first. */
export async function listRuns(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  { job, status, before, limit }: RunFilter,
): Promise<JobRun[]> {
  return withJobs(dependencies, actor, ref, async (client, { seesTexts }) => {
    if ((await missing(client)) !== null) return [];
    const { rows } = await client.query<RunRow>(
      `select ${RUN}, j.jobname as job_name
      from cron.job_run_details as d left join cron.job as j on j.jobid = d.jobid
      where ($1::pg_catalog.int8 is null or d.jobid = $1) and ($2::pg_catalog.text is null or d.status = $2)
        and ($3::pg_catalog.int8 is null or d.runid < $3)
      order by d.runid desc limit $4`,
      [job ?? null, status ?? null, before ?? null, limit],
    );
    return rows.map((row) => presentRun(row, row.job_name ?? null, seesTexts));
  });
}

/** What a schedule means, for whoever writes one. Needs no database. */
export function explainSchedule(text: string) {
  const { schedule, problem } = scheduleOf(text);
  if (schedule === null) return { problem, words: null, next: [] };
  const next = nextRuns(schedule, Date.now(), SHOWN_TIMES).map((time) => new Date(time).toISOString());
  return {
    problem: next.length === 0 ? 'There is no such day, so this would never run.' : null,
    words: describeSchedule(schedule),
    next,
  };
}

/** @throws PlatformError `bad_request` for the field `schedule` */
export function assertSchedule(text: string): void {
  const { problem } = scheduleOf(text);
  if (problem !== null) throw new PlatformError('bad_request', problem, { field: 'schedule' });
}

/** @throws PlatformError `conflict` for a database that can have no jobs */
export async function assertJobTables(client: ClientBase): Promise<void> {
  const problem = await missing(client);
  if (problem !== null) throw new PlatformError('conflict', problem);
}

async function missing(client: ClientBase): Promise<string | null> {
  const owner = await ownerOfJobTables(client);
  return owner === 'basalt' ? null : MISSING[owner];
}

export function noJob(id: string): PlatformError {
  return new PlatformError('not_found', `The project has no job with the number ${id}.`);
}

/**
 * Reads as the project's owner, since readers have no right to the texts; what they are shown is made harmless here.
 */
async function withJobs<T>(
  dependencies: Dependencies,
  actor: Actor,
  ref: string,
  read: (client: ClientBase, access: { project: ProjectRow; seesTexts: boolean }) => Promise<T>,
): Promise<T> {
  const { project, role } = await permittedProject(dependencies.db, actor, ref, 'read_sql');
  return withTables(dependencies, project, (client) =>
    read(client, { project, seesTexts: may('run_sql', role) }),
  );
}

/** @throws PlatformError `conflict` for a project that does not run, `unavailable` when the database does not answer */
export async function withTables<T>(
  dependencies: Dependencies,
  project: ProjectRow,
  ask: (client: ClientBase) => Promise<T>,
): Promise<T> {
  if (!isActive(project.status))
    throw new PlatformError('conflict', `The database cannot be reached: ${describeStatus(project.status)}.`);
  try {
    return await withJobTables(dependencies, project, ask);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new PlatformError('unavailable', `The database did not answer: ${error.message}.`, {
      cause: error,
    });
  }
}

function scheduleOf(
  text: string,
): { schedule: Schedule; problem: null } | { schedule: null; problem: string } {
  try {
    return { schedule: readSchedule(text), problem: null };
  } catch (error) {
    if (!(error instanceof ScheduleError)) throw error;
    return { schedule: null, problem: error.message };
  }
}

function presentJob({ last_run, ...row }: JobRow, seesTexts: boolean, now: number): ScheduledJob {
  const { schedule } = scheduleOf(row.schedule);
  const next = schedule === null || !row.active ? null : nextRun(schedule, now);
  return {
    id: row.id,
    name: row.name,
    schedule: row.schedule,
    words: schedule && describeSchedule(schedule),
    active: row.active,
    command: seesTexts ? row.command : hideLiterals(row.command),
    next_at: next === null ? null : new Date(next).toISOString(),
    last_run: last_run && presentRun(last_run, row.name, seesTexts),
  };
}

/** The project's people can write the history: what is no state of ours counts as a failure. */
function presentRun(row: RunRow, name: string | null, seesTexts: boolean): JobRun {
  const command = row.command ?? '';
  const status = row.status as JobRun['status'];
  const isKnown = ['starting', 'running', 'succeeded', 'failed'].includes(status);
  return {
    id: row.id,
    job_id: row.job_id ?? '0',
    job_name: name,
    status: isKnown ? status : 'failed',
    message: seesTexts ? (row.message?.slice(0, 4_000) ?? null) : null,
    command: seesTexts ? command : hideLiterals(command),
    started_at: momentOf(row.started_at),
    ended_at: momentOf(row.ended_at),
  };
}

function momentOf(text: string | null): string | null {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}
