import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow } from '../kernel/schema.ts';

const PARALLEL = 4;
const RETRY_DELAYS_MS = [0, 1_000, 5_000];

/**
 * Keeps the clusters of active projects running: adopts or starts them when the platform starts, and starts them
 * again when they die. One that cannot be started shows as unhealthy with the reason.
 * @returns stops watching
 */
export function keepProjectsRunning(dependencies: Dependencies): { ready: Promise<void>; stop: () => void } {
  let stopped = false;
  const unsubscribe = dependencies.clusters.onExit((ref, reason) => {
    dependencies.log('warn', { ref, reason }, 'a cluster died');
    void revive(ref);
  });

  async function startAll(): Promise<void> {
    const projects = await activeProjects(dependencies);
    const queue = [...projects];
    await Promise.all(
      Array.from({ length: PARALLEL }, async () => {
        for (let project = queue.shift(); project !== undefined && !stopped; project = queue.shift()) {
          await revive(project.ref);
        }
      }),
    );
  }

  async function revive(ref: string): Promise<void> {
    for (const [attempt, delay] of RETRY_DELAYS_MS.entries()) {
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (stopped || !(await isWanted(dependencies, ref))) return;
      try {
        await dependencies.clusters.start(ref);
        return await setHealth(dependencies, ref, null);
      } catch (error) {
        dependencies.log('error', { ref, err: error, attempt }, 'a cluster could not be started');
        if (attempt === RETRY_DELAYS_MS.length - 1) await setHealth(dependencies, ref, reasonOf(error));
      }
    }
  }

  const ready = startAll().catch((error) =>
    dependencies.log('error', { err: error }, 'starting clusters failed'),
  );
  return {
    ready,
    stop: () => {
      stopped = true;
      unsubscribe();
    },
  };
}

function activeProjects({ db }: Dependencies): Promise<Pick<ProjectRow, 'ref'>[]> {
  return db
    .selectFrom('projects')
    .select('ref')
    .where('status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])
    .execute();
}

/** False while an operation is at work on the project, or when it should not run. */
async function isWanted({ db }: Dependencies, ref: string): Promise<boolean> {
  const row = await db.selectFrom('projects').select('status').where('ref', '=', ref).executeTakeFirst();
  return row?.status === 'ACTIVE_HEALTHY' || row?.status === 'ACTIVE_UNHEALTHY';
}

async function setHealth({ db }: Dependencies, ref: string, reason: string | null): Promise<void> {
  await db
    .updateTable('projects')
    .set({ status: reason === null ? 'ACTIVE_HEALTHY' : 'ACTIVE_UNHEALTHY', status_reason: reason })
    .where('ref', '=', ref)
    .where('status', 'in', ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'])
    .execute();
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The database could not be started.';
}
