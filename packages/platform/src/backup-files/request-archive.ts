import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { BackupFileRow, ProjectRow } from '../kernel/schema.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { hasObjects } from '../storage-archive/list-objects.ts';
import { assertHasDatabase, stillAnswers } from './request-file.ts';
import { insertFile, listFiles } from './store.ts';

/**
 * Begins to list a project's objects for an archive of them, or answers with the archive that is there already.
 * @throws PlatformError `not_found` when there are no objects, `conflict` when the database cannot be read now
 */
export async function requestArchive(
  { db, fileWriter, objectFiles }: Dependencies,
  actor: Actor,
  ref: string,
): Promise<BackupFileRow> {
  const { project } = await permittedProject(db, actor, ref, 'download_backup');
  if (!(await hasObjects(objectFiles, ref)))
    throw new PlatformError('not_found', 'This project has no storage objects.');
  const file = await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const files = await listFiles(transaction, project.id);
    const same = files.find(
      (each) => each.kind === 'storage' && stillAnswers(each, project, null, new Date()),
    );
    if (same !== undefined) return same;
    assertHasDatabase(project, 'Try again when that is over.');
    return insertFile(transaction, project.id, 'storage', null);
  });
  if (file.state === 'running') fileWriter.write(file.id);
  return file;
}

/**
 * The newest archive of a project's objects, as long as it is one of what is there now.
 * @throws PlatformError `not_found` when there is none
 */
export async function findArchive(
  { db }: Pick<Dependencies, 'db'>,
  actor: Actor,
  ref: string,
): Promise<BackupFileRow> {
  const { project } = await permittedProject(db, actor, ref, 'download_backup');
  const newest = (await listFiles(db, project.id)).find(({ kind }) => kind === 'storage');
  if (newest === undefined || !isOfNow(newest, project, new Date()))
    throw new PlatformError('not_found', 'No archive of the storage objects has been made yet.');
  return newest;
}

/** Whoever asked for it must have the time to hear of its end, in a tab that is looked at seldom too. */
const HEARD_OF_MS = 2 * 60_000;
const KEPT_MS = 24 * 3_600_000;

function isOfNow(file: BackupFileRow, project: ProjectRow, now: Date): boolean {
  if (file.expires_at === null || stillAnswers(file, project, null, now)) return true;
  const finishedAt = file.expires_at.getTime() - KEPT_MS;
  return Math.abs(now.getTime() - finishedAt) < HEARD_OF_MS;
}
