import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import { beginOperation } from '../operations/begin-operation.ts';

const EVERY_MS = 60_000;
const DELETION_TAKES_MS = 120_000;

/** Erases removed projects when their time of grace is over. */
export function startErasing(dependencies: Dependencies): { stop(): void } {
  const look = () => void eraseDue(dependencies).catch((error: unknown) => complain(dependencies, error));
  const timer = setInterval(look, EVERY_MS).unref();
  look();
  return { stop: () => clearInterval(timer) };
}

/** Looks once more as soon as a deletion has ended: without days of grace it is due then. */
export function eraseSoon(dependencies: Dependencies, deletionId: string): void {
  dependencies.operations
    .settled(deletionId, DELETION_TAKES_MS)
    .then(() => eraseDue(dependencies))
    .catch((error: unknown) => complain(dependencies, error));
}

async function eraseDue(dependencies: Dependencies): Promise<void> {
  for (const id of await listDue(dependencies)) {
    await beginOperation(dependencies, id, 'erase', null).catch((error: unknown) => {
      // Somebody recovers or erases it at this moment.
      if (!(error instanceof PlatformError)) throw error;
    });
  }
}

/** What could not be erased is tried again after an hour. */
async function listDue({ db }: Dependencies): Promise<number[]> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('status', '=', 'REMOVED')
    .where('erase_at', '<=', sql<Date>`now()`)
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
