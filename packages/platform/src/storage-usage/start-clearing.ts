import { sql } from 'kysely';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { ProjectRow } from '../kernel/schema.ts';
import { clearFiles } from './clear-files.ts';

const EVERY_MS = 10 * 60_000;

/** Looks through the storage of each project that runs once a day, one after the other. */
export function startClearingFiles(dependencies: Dependencies): { stop(): Promise<void> } {
  let isStopped = false;
  let atWork = Promise.resolve();
  let isBusy = false;
  const look = async () => {
    for (const project of await listDue(dependencies)) {
      if (isStopped) return;
      await clearFiles(dependencies, project).catch((error: unknown) => {
        // It was paused meanwhile, or somebody else looks.
        if (error instanceof PlatformError) return;
        dependencies.log('warn', { ref: project.ref, err: error }, 'storage could not be looked through');
      });
    }
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    atWork = look()
      .catch((error: unknown) =>
        dependencies.log('warn', { err: error }, 'storage to look through was not found'),
      )
      .finally(() => {
        isBusy = false;
      });
  }, EVERY_MS).unref();
  return {
    /** Resolves when nothing is being looked through any more. */
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await atWork;
    },
  };
}

/** Running projects nobody has looked at for a day, the one that waits longest first. */
function listDue({ db }: Dependencies): Promise<ProjectRow[]> {
  return db
    .selectFrom('projects')
    .leftJoin('storage_usage', 'storage_usage.project_id', 'projects.id')
    .selectAll('projects')
    .where('projects.status', '=', 'ACTIVE_HEALTHY')
    .where((eb) =>
      eb.or([
        eb('storage_usage.at', 'is', null),
        eb('storage_usage.at', '<', sql<Date>`now() - interval '1 day'`),
        // By a clock that was set back.
        eb('storage_usage.at', '>', sql<Date>`now() + interval '1 hour'`),
      ]),
    )
    .orderBy('storage_usage.at', (order) => order.asc().nullsFirst())
    .execute();
}
