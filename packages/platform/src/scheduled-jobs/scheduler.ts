import type { ClientBase } from 'pg';
import { sentenceOf } from '../kernel/failures.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ScheduledJobs } from '../kernel/ports.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { takeTurns } from '../kernel/take-turns.ts';
import { ACTIVE_STATUSES } from '../projects/transitions.ts';
import { type JobDependencies, withJobTables } from './job-connection.ts';
import { endLostRuns, ownerOfJobTables, pruneRuns, readActiveJobs } from './job-rows.ts';
import { JobRuns } from './job-runs.ts';
import { NextRuns } from './schedule/next-runs.ts';

/** A project whose server does not answer is not waited for. */
const TURNS = { parallel: 4, turnMs: 2_000 };
/** A run that is later than this is left out, as with pg_cron: the platform or the project was away. */
const LATEST_MS = 60_000;
const RETRY_MS = 5_000;
const PRUNE_EVERY_MS = 60 * 60_000;
/** Node takes no timer much longer than three weeks, and a clock may be set. */
const LONGEST_SLEEP_MS = 60_000;

/** What is known of a project's jobs. Times are milliseconds since 1970. */
interface Known {
  readonly ref: string;
  /** How much had changed in its server when its jobs were last asked for; undefined: not yet, or in vain. */
  changed: number | null | undefined;
  /** Everything that was due until then has been started. */
  startedUntil: number;
  nextAt: number | null;
  readonly next: NextRuns;
  prunedAt: number;
  problem: string | null;
  /** One look at a time. */
  last: Promise<unknown>;
  isLookWaiting: boolean;
}

/** What `looked` is told: how many bytes have changed in a project's server since its start, see ClusterStats. */
export type DiskLook = (project: Pick<ProjectRow, 'id' | 'ref'>, changedBytes: number | null) => void;

export interface Scheduler extends ScheduledJobs {
  /**
   * To be called once a minute for every running project. Its jobs are asked for when it was not known before, or something
   * has changed since: a project that rests costs nothing.
   */
  readonly looked: DiskLook;
  stop: () => Promise<void>;
}

interface SchedulerOptions {
  clock?: () => number;
  /** How long a job may run. */
  longestRunMs?: number;
}

/** Runs the jobs of all running projects when they are due. */
export function startScheduler(
  dependencies: JobDependencies,
  { clock = Date.now, longestRunMs }: SchedulerOptions = {},
): Scheduler {
  const { db, log } = dependencies;
  const projects = new Map<number, Known>();
  const runs = new JobRuns(dependencies, longestRunMs);
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function knownOf({ id, ref }: Pick<ProjectRow, 'id' | 'ref'>): Known {
    const known = projects.get(id) ?? {
      ref,
      changed: undefined,
      startedUntil: clock(),
      nextAt: null,
      next: new NextRuns(),
      prunedAt: 0,
      problem: null,
      last: Promise.resolve(),
      isLookWaiting: false,
    };
    projects.set(id, known);
    return known;
  }

  function alone<T>(known: Known, work: () => Promise<T>): Promise<T> {
    const result = known.last.then(work);
    known.last = result.catch(() => {});
    return result;
  }

  /** Never throws. */
  async function visit(id: number): Promise<void> {
    const known = projects.get(id);
    if (known === undefined || known.isLookWaiting || isStopped) return;
    known.isLookWaiting = true;
    await alone(known, async () => {
      known.isLookWaiting = false;
      try {
        if (!isStopped) await look(id, known);
      } catch (error) {
        known.problem = sentenceOf(error) ?? 'The database did not answer.';
        known.changed = undefined;
        // Without jobs there is nothing to be late for: the next minute tries again.
        if (known.nextAt !== null || known.next.size > 0) known.nextAt = clock() + RETRY_MS;
        log('debug', { err: error, ref: known.ref }, 'looking for due jobs failed');
      }
    });
    sleep();
  }

  async function look(id: number, known: Known): Promise<void> {
    known.nextAt = null;
    const project = await db
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', id)
      .where('status', 'in', ACTIVE_STATUSES)
      .where('attached_version', 'is', null)
      .executeTakeFirst();
    if (project === undefined) return void projects.delete(id);
    await withJobTables(dependencies, project, (client) => startDue(project, known, client));
    known.problem = null;
  }

  async function startDue(project: ProjectRow, known: Known, client: ClientBase): Promise<void> {
    if ((await ownerOfJobTables(client)) !== 'basalt') return known.next.keep([]);
    await runs.writeEnds(project.id, client);
    await endLostRuns(client, runs.knownRuns(project.id));
    const jobs = await readActiveJobs(client);
    const now = clock();
    const from = Math.max(known.startedUntil, now - LATEST_MS);
    const isDue = ({ schedule }: { schedule: string }) => (known.next.of(schedule, from) ?? now + 1) <= now;
    const due = jobs.filter(isDue).map(({ id }) => id);
    // Before they are started: a job that is left out once is better than one that runs twice.
    known.startedUntil = Math.max(now, known.startedUntil);
    if (due.length > 0) await runs.start(project, client, due);
    known.next.keep(jobs.map(({ schedule }) => schedule));
    const times = jobs.flatMap(({ schedule }) => known.next.of(schedule, known.startedUntil) ?? []);
    known.nextAt = times.length === 0 ? null : times.reduce((a, b) => Math.min(a, b));
    if (jobs.length > 0 && now - known.prunedAt >= PRUNE_EVERY_MS) {
      known.prunedAt = now;
      await pruneRuns(client);
    }
  }

  /** Until the next job is due. */
  function sleep(): void {
    clearTimeout(timer);
    if (isStopped) return;
    let next: number | null = null;
    for (const { nextAt } of projects.values())
      if (nextAt !== null) next = next === null ? nextAt : Math.min(next, nextAt);
    if (next === null) return;
    timer = setTimeout(wake, Math.min(LONGEST_SLEEP_MS, Math.max(0, next - clock()))).unref();
  }

  function wake(): void {
    const now = clock();
    const due = [...projects].filter(([, { nextAt }]) => nextAt !== null && nextAt <= now);
    // Taken out first: a look that is under way must not be asked for again and again.
    for (const [, known] of due) known.nextAt = null;
    sleep();
    void takeTurns(
      due.map(([id]) => id),
      TURNS,
      visit,
    );
  }

  return {
    looked: (project, changedBytes) => {
      if (isStopped) return;
      const known = knownOf(project);
      if (changedBytes !== null && known.changed === changedBytes) return;
      known.changed = changedBytes;
      void visit(project.id);
    },
    changed: (project) => {
      knownOf(project);
      void visit(project.id);
    },
    runNow: (project, jobId) => {
      const known = knownOf(project);
      return alone(known, () =>
        withJobTables(dependencies, project, async (client) => {
          if (runs.isUnderWay(project.id, jobId))
            throw new PlatformError('conflict', 'This job is running already. Wait until it has ended.');
          const [run] = await runs.start(project, client, [jobId]);
          if (run === undefined) throw new PlatformError('not_found', 'There is no such job any more.');
          return run.id;
        }),
      );
    },
    problemOf: (projectId) => projects.get(projectId)?.problem ?? null,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await runs.stop();
    },
  };
}
