import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { BackupFileRow, ProjectRow } from '../kernel/schema.ts';
import { describeStatus } from '../projects/describe-status.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { hasDatabaseAtRest } from './choose-source.ts';
import { stillAnswers } from './still-answers.ts';
import { findFinishedBackup, insertFile, listFiles } from './store.ts';

/**
 * Begins to write a database out as SQL, or answers with the file that is there already.
 * @param backupId 0: the database as it is now
 * @throws PlatformError `not_found` for a backup that is not there, `conflict` while another file of the project is written
 */
export async function requestFile(
  { db, fileWriter }: Dependencies,
  actor: Actor,
  ref: string,
  backupId: number,
): Promise<BackupFileRow> {
  const { project } = await permittedProject(db, actor, ref, 'download_backup');
  const file = await db.transaction().execute(async (transaction) => {
    await lockProject(transaction, project.id);
    const files = await listFiles(transaction, project.id);
    const wanted = backupId === 0 ? null : backupId;
    const same = files.find((each) => stillAnswers(each, project, wanted, new Date()));
    if (same !== undefined) return same;
    const backup = wanted === null ? null : await findFinishedBackup(transaction, project.id, wanted);
    if (backup === undefined)
      throw new PlatformError('not_found', 'There is no finished backup with this id.');
    if (backup === null) assertHasDatabase(project);
    if (files.some(({ state }) => state === 'running'))
      throw new PlatformError(
        'conflict',
        'Another file of this project is being written. Try again when it is done.',
      );
    return insertFile(transaction, project.id, backup);
  });
  if (file.state === 'running') fileWriter.write(file.id);
  return file;
}

/** While an operation is at work on a database, or where there is none, there is no "as it is now". */
function assertHasDatabase({ status }: ProjectRow): void {
  if (hasDatabaseAtRest(status)) return;
  throw new PlatformError(
    'conflict',
    `The database cannot be written out now: ${describeStatus(status)}. Choose one of its backups.`,
  );
}
