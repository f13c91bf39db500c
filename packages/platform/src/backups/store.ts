import type { Database } from '../kernel/open-database.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { BackupRow } from '../kernel/schema.ts';

/** Newest first. */
export function listBackups(db: Database, projectId: number): Promise<BackupRow[]> {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** When the newest whole copy of each project was complete, by project id. Missing: there is none yet. */
export async function lastBackups(db: Database, projectIds: readonly number[]): Promise<Map<number, Date>> {
  if (projectIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('backups')
    .select(['project_id', (eb) => eb.fn.max('finished_at').as('at')])
    .where('project_id', 'in', projectIds)
    .where('state', '=', 'done')
    .groupBy('project_id')
    .execute();
  return new Map(rows.flatMap(({ project_id, at }) => (at === null ? [] : [[project_id, at]])));
}

/** @throws PlatformError `not_found` also for a backup of another project */
export async function getBackup(db: Database, projectId: number, id: number): Promise<BackupRow> {
  const row = await db
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new PlatformError('not_found', `The project has no backup with the id ${id}.`);
  return row;
}

/** A backup that can be restored, with its name in the store. @throws PlatformError `not_found`, `conflict` */
export async function getGoodBackup(
  db: Database,
  projectId: number,
  id: number,
): Promise<BackupRow & { stored_as: string; finished_at: Date }> {
  const row = await getBackup(db, projectId, id);
  const { state, stored_as, finished_at } = row;
  if (state !== 'done' || stored_as === null || finished_at === null)
    throw new PlatformError(
      'conflict',
      state === 'running'
        ? 'This backup is still being taken. Try again when it is done.'
        : 'This backup failed and cannot be restored. Choose another one.',
    );
  return { ...row, stored_as, finished_at };
}

/** The backup from which recovery to a moment probably starts; null when it is not known here. */
export async function newestBefore(db: Database, projectId: number, at: Date): Promise<BackupRow | null> {
  const row = await db
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '=', 'done')
    .where('finished_at', '<=', at)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
