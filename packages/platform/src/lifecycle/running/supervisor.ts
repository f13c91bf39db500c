import { setTimeout as sleep } from 'node:timers/promises';
import type { Dependencies } from '../../kernel/dependencies.ts';
import type { ProjectRow } from '../../kernel/schema.ts';
import { takeTurns } from '../../kernel/take-turns.ts';
import { startProject } from '../../project-cluster/start-project.ts';
import { isRunning } from '../../projects/project-status.ts';
import { ACTIVE_STATUSES, isActive } from '../../projects/transitions.ts';

const TURNS = { parallel: 4, turnMs: 10_000 };
/** A server that recovers for longer goes on by itself and is adopted later. */
const START_PATIENCE_MS = 60_000;
const RETRY_DELAYS_MS = [0, 1_000, 5_000];
const CHECK_EVERY_MS = 30_000;

/**
 * Keeps the clusters of active projects running: adopts or starts them when the platform starts, and starts them
 * again when they die. One that cannot be started shows as unhealthy with the reason, and is tried again from time to
 * time: its disk may have been full.
 */
export function startSupervisor(dependencies: Dependencies): {
  /** Resolves when every active project's cluster has been adopted or started, has failed to, or takes long. */
  ready: Promise<void>;
  stop: () => void;
} {
  const { clusters, log } = dependencies;
  const reviving = new Set<string>();
  /** What died while it was being revived. */
  const died = new Set<string>();
  let stopped = false;

  async function reviveAll(refs: string[]): Promise<void> {
    await takeTurns(refs, TURNS, revive);
  }

  async function revive(ref: string): Promise<void> {
    if (stopped || reviving.has(ref)) return;
    reviving.add(ref);
    do {
      died.delete(ref);
      await tryToStart(ref).catch((error: unknown) =>
        log('error', { ref, err: error }, 'reviving a cluster failed'),
      );
    } while (died.has(ref));
    reviving.delete(ref);
  }

  async function tryToStart(ref: string): Promise<void> {
    for (const [attempt, delay] of RETRY_DELAYS_MS.entries()) {
      await sleep(delay);
      const project = stopped ? null : await findWanted(dependencies, ref);
      if (project === null) return;
      try {
        const { ignoredConfig } = await startProject(clusters, project, {
          patienceMs: START_PATIENCE_MS,
        });
        if (ignoredConfig) log('warn', { ref }, 'a cluster started only without the parameters set for it');
        return await setHealth(dependencies, ref, null);
      } catch (error) {
        log('error', { ref, err: error, attempt }, 'a cluster could not be started');
        if (attempt === RETRY_DELAYS_MS.length - 1) await setHealth(dependencies, ref, reasonOf(error));
      }
    }
  }

  /** A death during an operation is the operation's business, and one right after it may be nobody's. */
  async function reviveForgotten(): Promise<void> {
    const projects = await activeProjects(dependencies);
    const isWell = ({ ref, status }: ActiveProject) =>
      status === 'ACTIVE_HEALTHY' ? isRunning(clusters, ref) : false;
    const well = await Promise.all(projects.map(isWell));
    await reviveAll(projects.filter((_, place) => !well[place]).map(({ ref }) => ref));
  }

  const unsubscribe = clusters.onExit((ref, reason) => {
    log('warn', { ref, reason }, 'a cluster died');
    // What was adopted a moment ago may die before its health is written down.
    if (reviving.has(ref)) died.add(ref);
    else void revive(ref);
  });
  const complain = (error: unknown) => log('error', { err: error }, 'starting clusters failed');
  const timer = setInterval(() => void reviveForgotten().catch(complain), CHECK_EVERY_MS).unref();
  return {
    ready: activeProjects(dependencies)
      .then((projects) => reviveAll(projects.map(({ ref }) => ref)))
      .catch(complain),
    stop: () => {
      stopped = true;
      clearInterval(timer);
      unsubscribe();
    },
  };
}

type ActiveProject = Pick<ProjectRow, 'ref' | 'status'>;

function activeProjects({ db }: Dependencies): Promise<ActiveProject[]> {
  return db.selectFrom('projects').select(['ref', 'status']).where('status', 'in', ACTIVE_STATUSES).execute();
}

/** The project if it should run; null while an operation is at work on it, or when it should not. */
async function findWanted({ db }: Dependencies, ref: string): Promise<ProjectRow | null> {
  const row = await db.selectFrom('projects').selectAll().where('ref', '=', ref).executeTakeFirst();
  return row !== undefined && isActive(row.status) ? row : null;
}

async function setHealth({ db }: Dependencies, ref: string, reason: string | null): Promise<void> {
  await db
    .updateTable('projects')
    .set({ status: reason === null ? 'ACTIVE_HEALTHY' : 'ACTIVE_UNHEALTHY', status_reason: reason })
    .where('ref', '=', ref)
    .where('status', 'in', ACTIVE_STATUSES)
    .execute();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The database could not be started.';
}
