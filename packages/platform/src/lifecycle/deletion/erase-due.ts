import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Dependencies } from '../../kernel/dependencies.ts';
import { PlatformError } from '../../kernel/platform-error.ts';
import { beginOperation } from '../../operations/begin-operation.ts';

const EVERY_MS = 60_000;
/** A clock that went ahead by mistake is noticed within this time. */
const CERTAIN_AFTER_MS = 3_600_000;
const DELETION_TAKES_MS = 120_000;
const LOOK_AGAIN_MS = 500;

/** Erases removed projects when their time of grace is over, and has been for an hour. */
export function startErasing(dependencies: Dependencies): { stop(): void } {
  const longDue = dueForLong(CERTAIN_AFTER_MS);
  const look = async () => {
    const due = await listDue(dependencies, true);
    await eraseAll(dependencies, longDue(due, performance.now()));
    await eraseAll(dependencies, await listDue(dependencies, false));
  };
  const lookOrComplain = () => void look().catch((error: unknown) => complain(dependencies, error));
  const timer = setInterval(lookOrComplain, EVERY_MS).unref();
  lookOrComplain();
  const stopping = new AbortController();
  eraseInterrupted(dependencies, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) complain(dependencies, error);
  });
  return {
    stop: () => {
      clearInterval(timer);
      stopping.abort();
    },
  };
}

/** Looks once more as soon as a deletion has ended: without days of grace it is due then. */
export function eraseSoon(dependencies: Dependencies, deletionId: string): void {
  dependencies.operations
    .settled(deletionId, DELETION_TAKES_MS)
    .then(async () => eraseAll(dependencies, await listDue(dependencies, false)))
    .catch((error: unknown) => complain(dependencies, error));
}

/** Deletions that the death of the platform has interrupted go on by themselves, and nobody waits for them any more. */
async function eraseInterrupted(dependencies: Dependencies, signal: AbortSignal): Promise<void> {
  const deletions = dependencies.db.selectFrom('operations').select('id').where('kind', '=', 'delete');
  const running = deletions.where('state', '=', 'running');
  const ids = (await running.execute()).map(({ id }) => id);
  if (ids.length === 0) return;
  const end = performance.now() + DELETION_TAKES_MS;
  do await sleep(LOOK_AGAIN_MS, undefined, { signal, ref: false });
  while (performance.now() < end && (await running.where('id', 'in', ids).execute()).length > 0);
  await eraseAll(dependencies, await listDue(dependencies, false));
}

async function eraseAll(dependencies: Dependencies, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await beginOperation(dependencies, id, 'erase', null).catch((error: unknown) => {
      // Somebody recovers or erases it at this moment.
      if (!(error instanceof PlatformError)) throw error;
    });
  }
}

/**
 * What could not be erased is tried again after an hour.
 * @param withGrace those that had days of grace, or those that had none
 */
async function listDue({ db }: Dependencies, withGrace: boolean): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('status', '=', 'REMOVED')
    .where('erase_at', '<=', sql<Date>`now()`)
    .whereRef('erase_at', withGrace ? '>' : '<=', 'removed_at')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operations')
            .select('operations.id')
            .whereRef('operations.project_id', '=', 'projects.id')
            .where('operations.kind', '=', 'erase')
            .where('operations.finished_at', '>', sql<Date>`now() - interval '1 hour'`),
        ),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

function complain({ log }: Dependencies, error: unknown): void {
  log('error', { err: error }, 'looking for projects to erase failed');
}

/**
 * Tells what has been due at every look for a while, by a clock that nobody sets. Data must not be lost to a system clock that
 * went ahead by mistake and comes back.
 * @param waitMs how long that is
 */
export function dueForLong(waitMs: number): (due: readonly number[], steadyMs: number) => number[] {
  let since = new Map<number, number>();
  return (due, steadyMs) => {
    since = new Map(due.map((id) => [id, since.get(id) ?? steadyMs]));
    return due.filter((id) => steadyMs - (since.get(id) ?? steadyMs) >= waitMs);
  };
}
