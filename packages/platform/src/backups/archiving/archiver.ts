import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectStatus } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { takeTurns } from '../../kernel/take-turns.ts';
import {
  type ArchiveMemory,
  archivePass,
  archiveProblem,
  emptyOutbox,
  freshMemory,
  isAbsent,
  isWorthWriting,
  rememberFailure,
  rememberSuccess,
  segmentProblem,
} from './archive-pass.ts';
import { type ArchivedProject, listArchivedProjects, writeArchiveState } from './archive-store.ts';

const EVERY_MS = 1_000;
/** How often to look for projects that have come while all others rest. */
const WHILE_ALL_REST_MS = 2_000;
/** Steps between the passes of two projects. */
const STAGGER_MS = 37;
/** What is written together is brought into the store together. */
const GATHER_MS = 250;
/** A pass all the same, so that the archive says now and then up to when it is complete. */
const LONGEST_REST_MS = 60_000;
/** A stop has to come to its end. */
const FINISHING_TURNS = { parallel: 4, turnMs: 2_000 };

export interface Archiver {
  /** Resolves when nothing is used any more. */
  stop(): Promise<void>;
  /** Brings in what was written since the newest passes, once the servers have stopped. Needs no database of the platform. */
  finish(): Promise<void>;
}

/**
 * Brings the changes of every project into the store about once a second while it writes, and says so when that fails. A project
 * that writes nothing costs next to nothing: its server tells when it goes on.
 */
export function startArchiver(dependencies: Dependencies): Archiver {
  const { db, clusters, log } = dependencies;
  const known = new Map<number, { project: ArchivedProject; memory: ArchiveMemory }>();
  const atWork = new Map<number, Promise<void>>();
  let looking = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const end = new AbortController();

  async function look(): Promise<void> {
    const isDue = performance.now() - lookedAt >= WHILE_ALL_REST_MS || !doAllRest();
    if (looking || end.signal.aborted || !isDue) return;
    looking = true;
    lookedAt = performance.now();
    try {
      const projects = await listArchivedProjects(db);
      const present = new Set(projects.map(({ id }) => id));
      for (const id of known.keys()) if (!present.has(id)) known.delete(id);
      for (const project of projects) {
        known.set(project.id, { project, memory: known.get(project.id)?.memory ?? freshMemory() });
        visit(project.id, (project.id * STAGGER_MS) % EVERY_MS);
      }
    } catch (error) {
      log('debug', { err: error }, 'looking for projects to archive failed');
    } finally {
      looking = false;
    }
  }

  function doAllRest(): boolean {
    const now = performance.now();
    return [...known.values()].every(({ project, memory }) => restsNow(project, memory, now));
  }

  function visit(id: number, afterMs: number): void {
    const { project, memory } = known.get(id) ?? {};
    if (!project || !memory || atWork.has(id)) return;
    const pace = archivePace(project.status);
    if (pace === 'always') memory.isAtRest = false;
    if (restsNow(project, memory, performance.now())) return;
    const pass = sleep(afterMs, undefined, { signal: end.signal, ref: false })
      .then(() => archive(project, memory, pace === 'once'))
      .catch(() => {}) // stopped while it waited for its turn
      .finally(() => atWork.delete(id));
    atWork.set(id, pass);
  }

  /** Until the server writes again, or until nobody listens to it any more. */
  function rest(id: number, memory: ArchiveMemory, written: Promise<void>): void {
    memory.restsUntil = performance.now() + LONGEST_REST_MS;
    void written.then(() => {
      memory.restsUntil = Number.NEGATIVE_INFINITY;
      visit(id, GATHER_MS);
    });
  }

  async function archive(project: ArchivedProject, memory: ArchiveMemory, isLast: boolean): Promise<void> {
    const { ref } = project;
    try {
      if (!project.pitr_enabled) return await leaveOut(project, memory, isLast);
      const result = await archivePass(dependencies, ref);
      rememberSuccess(memory);
      const problem = isLast ? null : await segmentProblem(dependencies, ref, memory, performance.now());
      await tell(project, memory, { safeUntil: result.safeUntil, problem, wrote: result.wrote });
      memory.isAtRest = isLast;
      const written = result.restsAt && clusters.walWritten(ref, result.restsAt);
      if (written) rest(project.id, memory, written);
    } catch (error) {
      if (isAbsent(error)) return;
      await fail(project, memory, error).catch((failure: unknown) =>
        log('debug', { err: failure, ref }, 'a problem of the archive was not written down'),
      );
    }
  }

  /** Recovery to a moment is switched off: nothing is kept, and nothing can go wrong with it. */
  async function leaveOut(project: ArchivedProject, memory: ArchiveMemory, isLast: boolean): Promise<void> {
    memory.waitUntil = performance.now() + 10_000;
    await emptyOutbox({ clusters }, project.ref);
    await tell(project, memory, { safeUntil: null, problem: null, wrote: false });
    memory.isAtRest = isLast;
  }

  async function fail(project: ArchivedProject, memory: ArchiveMemory, error: unknown): Promise<void> {
    if (!rememberFailure(memory, performance.now())) return;
    const problem = archiveProblem(error);
    if (memory.written?.problem !== problem)
      log('warn', { err: error, ref: project.ref }, 'changes of a project cannot be archived');
    await tell(project, memory, { safeUntil: null, problem, wrote: false });
  }

  async function tell(
    { id }: ArchivedProject,
    memory: ArchiveMemory,
    result: { safeUntil: Date | null; problem: string | null; wrote: boolean },
  ): Promise<void> {
    const now = performance.now();
    if (!isWorthWriting(memory, result, now)) return;
    await writeArchiveState(db, id, result);
    memory.written = { problem: result.problem, at: now };
  }

  void look();
  const timer = setInterval(() => void look(), EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      end.abort();
      await Promise.all(atWork.values());
    },
    finish: async () => {
      const open = [...known.values()].filter(
        ({ project, memory }) =>
          project.pitr_enabled && archivePace(project.status) !== 'never' && !memory.isAtRest,
      );
      await takeTurns(open, FINISHING_TURNS, async ({ project: { ref } }) => {
        await archivePass(dependencies, ref).catch((error: unknown) => {
          if (!isAbsent(error))
            log('warn', { err: error, ref }, 'the last changes of a project are archived at the next start');
        });
      });
    },
  };
}

/**
 * Whether a project's changes are archived: `always` while its database may be written to, `once` to bring the rest in after it
 * stopped, `never` while there is no database of its own yet, or none any more.
 */
export type ArchivePace = 'always' | 'once' | 'never';

const PACE: Record<ProjectStatus, ArchivePace> = {
  ACTIVE_HEALTHY: 'always',
  ACTIVE_UNHEALTHY: 'always',
  RESTARTING: 'always',
  RESIZING: 'always',
  UPGRADING: 'always',
  PAUSING: 'always',
  RESTORING: 'always',
  INACTIVE: 'once',
  PAUSE_FAILED: 'once',
  RESTORE_FAILED: 'once',
  UNKNOWN: 'once',
  COMING_UP: 'never',
  INIT_FAILED: 'never',
  GOING_DOWN: 'never',
  REMOVED: 'never',
};

export function archivePace(status: ProjectStatus): ArchivePace {
  return PACE[status];
}

/** Whether a pass over a project would find nothing to do now, or is to wait. Nobody needs to look for its sake. */
export function restsNow(
  { status, pitr_enabled }: Pick<ArchivedProject, 'status' | 'pitr_enabled'>,
  { isAtRest, restsUntil, waitUntil }: Pick<ArchiveMemory, 'isAtRest' | 'restsUntil' | 'waitUntil'>,
  now: number,
): boolean {
  const pace = archivePace(status);
  if (pace === 'never' || now < waitUntil) return true;
  return pace === 'once' ? isAtRest : pitr_enabled && now < restsUntil;
}
