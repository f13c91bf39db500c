import type { StepProgress } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database, Transaction } from '../kernel/open-database.ts';
import type { BackupFileRow, BackupRow, ProjectRow } from '../kernel/schema.ts';

/** A file that is being written, and what it is made of. */
export interface FileWork {
  file: BackupFileRow;
  project: ProjectRow;
  /** The name of the base backup in the store; null: the database itself, or a backup that was deleted. */
  storedAs: string | null;
}

/** Files of a project, newest first. Those that are about to be deleted are not among them. */
export function listFiles(db: Database, projectId: number): Promise<BackupFileRow[]> {
  return db
    .selectFrom('backup_files')
    .selectAll()
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute();
}

export function findFile(db: Database, projectId: number, id: string): Promise<BackupFileRow | undefined> {
  return db
    .selectFrom('backup_files')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function insertFile(
  transaction: Transaction,
  projectId: number,
  kind: BackupFileRow['kind'],
  backup: Pick<BackupRow, 'id' | 'finished_at'> | null,
): Promise<BackupFileRow> {
  return transaction
    .insertInto('backup_files')
    .values({
      project_id: projectId,
      kind,
      backup_id: backup?.id ?? null,
      backup_at: backup?.finished_at ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A backup that can be read, of this project. */
export function findFinishedBackup(
  db: Database,
  projectId: number,
  id: number,
): Promise<BackupRow | undefined> {
  return finishedBackups(db, projectId).where('id', '=', id).executeTakeFirst();
}

/** Newest first. */
export function listFinishedBackups(db: Database, projectId: number): Promise<BackupRow[]> {
  return finishedBackups(db, projectId).orderBy('finished_at', 'desc').execute();
}

function finishedBackups(db: Database, projectId: number) {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '=', 'done')
    .where('stored_as', 'is not', null);
}

export async function loadWork(db: Database, id: string): Promise<FileWork | null> {
  const file = await db
    .selectFrom('backup_files')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (file === undefined) return null;
  const [project, backup] = await Promise.all([
    db.selectFrom('projects').selectAll().where('id', '=', file.project_id).executeTakeFirst(),
    db.selectFrom('backups').select('stored_as').where('id', '=', file.backup_id).executeTakeFirst(),
  ]);
  return project === undefined ? null : { file, project, storedAs: backup?.stored_as ?? null };
}

export async function writeFileProgress(db: Database, id: string, progress: StepProgress): Promise<void> {
  await db
    .updateTable('backup_files')
    .set({ progress: JSON.stringify(progress) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** How a file ended: its bytes, or why there is none. False when nobody waits for it any more. */
export async function finishFile(
  db: Database,
  id: string,
  end: { bytes: number } | { error: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('backup_files')
    .set({
      ...('bytes' in end
        ? { state: 'ready' as const, bytes: end.bytes }
        : { state: 'failed' as const, ...end }),
      progress: null,
      expires_at: sql<Date>`now() + interval '24 hours'`,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** All files that the platform knows of, whatever their state, with their projects' refs. */
export function listAllFiles(
  db: Database,
): Promise<Pick<BackupFileRow, 'id' | 'state' | 'created_at' | 'expires_at'>[]> {
  return db.selectFrom('backup_files').select(['id', 'state', 'created_at', 'expires_at']).execute();
}

export function listExpiredFiles(
  db: Database,
): Promise<(Pick<BackupFileRow, 'id' | 'kind'> & { ref: string })[]> {
  return db
    .selectFrom('backup_files')
    .innerJoin('projects', 'projects.id', 'backup_files.project_id')
    .select(['backup_files.id', 'backup_files.kind', 'projects.ref'])
    .where('backup_files.expires_at', '<=', sql<Date>`now()`)
    .execute();
}

/** Nobody is given the file any more; it is deleted at the next tidying. */
export async function expireFile(db: Database, id: string): Promise<void> {
  await db.updateTable('backup_files').set({ expires_at: sql<Date>`now()` }).where('id', '=', id).execute();
}

export async function deleteFileRow(db: Database, id: string): Promise<void> {
  await db.deleteFrom('backup_files').where('id', '=', id).execute();
}
