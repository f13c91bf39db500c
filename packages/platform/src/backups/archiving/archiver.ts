import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectStatus } from '@basalt/contract';
import type { Dependencies } from '../../kernel/dependencies.ts';
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
/** Steps between the passes of two projects. */
const STAGGER_MS = 37;

/**
 * Brings the changes of every project into the store about once a second, and says so when that fails. What an idle project
 * costs is a look at one file.
 */
export function startArchiver(dependencies: Dependencies): { stop: () => Promise<void> } {
  const { db, clusters, log } = dependencies;
  const memories = new Map<number, ArchiveMemory>();
  const atWork = new Map<number, Promise<void>>();
  let looking = false;
  const end = new AbortController();

  async function look(): Promise<void> {
    if (looking || end.signal.aborted) return;
    looking = true;
    try {
      const projects = await listArchivedProjects(db);
      const present = new Set(projects.map(({ id }) => id));
      for (const id of memories.keys()) if (!present.has(id)) memories.delete(id);
      for (const project of projects) visit(project);
    } catch (error) {
      log('debug', { err: error }, 'looking for projects to archive failed');
    } finally {
      looking = false;
    }
  }

  function visit(project: ArchivedProject): void {
    const pace = archivePace(project.status);
    if (pace === 'never' || atWork.has(project.id)) return;
    const memory = memories.get(project.id) ?? freshMemory();
    memories.set(project.id, memory);
    if (pace === 'always') memory.isAtRest = false;
    if (memory.isAtRest || performance.now() < memory.waitUntil) return;
    const pass = sleep((project.id * STAGGER_MS) % EVERY_MS, undefined, { signal: end.signal, ref: false })
      .then(() => archive(project, memory, pace === 'once'))
      .catch(() => {}) // stopped while it waited for its turn
      .finally(() => atWork.delete(project.id));
    atWork.set(project.id, pass);
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
