import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { takeTurns } from '../kernel/take-turns.ts';
import { dueForLong, eraseSoon } from '../lifecycle/deletion/erase-due.ts';
import { beginOperation } from '../operations/begin-operation.ts';
import { ACTIVE_STATUSES } from '../projects/transitions.ts';
import { readSigns, signsOf, wasIdle } from './branch-idleness.ts';

const EVERY_MS = 60_000;
/** A clock that went ahead by mistake is noticed within this time. */
const CERTAIN_AFTER_MS = 10 * 60_000;
const TURNS = { parallel: 4, turnMs: 5_000 };
const MINUTE_MS = 60_000;

/**
 * Deletes branches whose time is over, and pauses those that nobody uses, once a minute. What is due stands in their rows, so nothing is
 * lost with this process.
 */
export function startBranchKeeper(dependencies: Dependencies): { stop(): Promise<void> } {
  const longDue = dueForLong(CERTAIN_AFTER_MS);
  let atWork = Promise.resolve();
  const look = async () => {
    await deleteBranches(dependencies, longDue(await listExpired(dependencies), performance.now()));
    await pauseIdle(dependencies);
  };
  const timer = setInterval(() => {
    atWork = atWork
      .then(look)
      .catch((error: unknown) => dependencies.log('error', { err: error }, 'looking after branches failed'));
  }, EVERY_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await atWork;
    },
  };
}

/** The projects that are branches whose time is over. */
export async function listExpired({ db }: Pick<Dependencies, 'db'>): Promise<number[]> {
  const rows = await db
    .selectFrom('branches')
    .select('project_id')
    .where('deletion_scheduled_at', '<=', sql<Date>`now()`)
    .where('removed_at', 'is', null)
    .execute();
  return rows.map(({ project_id }) => project_id);
}

export async function deleteBranches(dependencies: Dependencies, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const operation = await orLater(beginOperation(dependencies, id, 'delete', null));
    if (operation !== null) eraseSoon(dependencies, operation);
  }
}

/** Looks at every branch that is to be paused when it is not used. */
export async function pauseIdle(dependencies: Dependencies, now = new Date()): Promise<void> {
  const { db } = dependencies;
  // One that was paused and restored begins anew.
  await db
    .updateTable('branches')
    .set({ idle_since: null, idle_counts: null })
    .where('idle_counts', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('projects')
            .select('projects.id')
            .whereRef('projects.id', '=', 'branches.project_id')
            .where('status', 'in', ACTIVE_STATUSES),
        ),
      ),
    )
    .execute();
  const watched = await db
    .selectFrom('branches')
    .innerJoin('projects', 'projects.id', 'branches.project_id')
    .select([
      'branches.id as branchId',
      'projects.id',
      'projects.ref',
      'pause_after_minutes',
      'idle_since',
      'idle_counts',
    ])
    .where('pause_after_minutes', 'is not', null)
    .where('projects.status', 'in', ACTIVE_STATUSES)
    .execute();
  await takeTurns(watched, TURNS, (branch) =>
    lookAt(dependencies, branch, now).catch((error: unknown) =>
      dependencies.log(
        'warn',
        { ref: branch.ref, err: error },
        'whether a branch is used could not be found out',
      ),
    ),
  );
}

interface Watched {
  branchId: string;
  id: number;
  ref: string;
  pause_after_minutes: number | null;
  idle_since: Date | null;
  idle_counts: string | null;
}

async function lookAt(dependencies: Dependencies, branch: Watched, now: Date): Promise<void> {
  const { db } = dependencies;
  const signs = await readSigns(dependencies, branch);
  const before = signsOf(branch.idle_counts);
  const idleSince = before !== null && wasIdle(before, signs) ? (branch.idle_since ?? now) : now;
  await db
    .updateTable('branches')
    .set({ idle_since: idleSince, idle_counts: JSON.stringify(signs) })
    .where('id', '=', branch.branchId)
    .execute();
  const idleMs = now.getTime() - idleSince.getTime();
  if (branch.pause_after_minutes === null || idleMs < branch.pause_after_minutes * MINUTE_MS) return;
  await orLater(beginOperation(dependencies, branch.id, 'pause', null));
}

/** Null when something else is being done with it: the next look tries again. */
async function orLater(begun: Promise<string>): Promise<string | null> {
  try {
    return await begun;
  } catch (error) {
    if (error instanceof PlatformError) return null;
    throw error;
  }
}
