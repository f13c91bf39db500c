import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import type { BackupFileRow, ProjectRow } from '../kernel/schema.ts';
import { lockProject } from '../projects/lock-project.ts';
import { permittedProject } from '../projects/permitted-project.ts';
import { describeStatus } from '../projects/project-status.ts';
import { hasDatabaseAtRest } from './choose-source.ts';
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
    const files = (await listFiles(transaction, project.id)).filter(({ kind }) => kind === 'sql');
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
    return insertFile(transaction, project.id, 'sql', backup);
  });
  if (file.state === 'running') fileWriter.write(file.id);
  return file;
}

/** While an operation is at work on a database, or where there is none, there is no "as it is now". */
export function assertHasDatabase({ status }: ProjectRow, instead = 'Choose one of its backups.'): void {
  if (hasDatabaseAtRest(status)) return;
  throw new PlatformError(
    'conflict',
    `The database cannot be written out now: ${describeStatus(status)}. ${instead}`,
  );
}

/** Asking twice in a row is asking once, even while the database goes on. */
const SAME_MOMENT_MS = 60_000;
/** Whoever asks must have the time to open it. */
const OPENING_TAKES_MS = 10 * 60_000;

type File = Pick<BackupFileRow, 'state' | 'backup_id' | 'backup_at' | 'created_at' | 'expires_at'>;
type Project = Pick<ProjectRow, 'status' | 'paused_at'>;

/**
 * Whether a file that is there, or on its way, is what somebody asks for now. A backup never changes; a database does
 * unless it is paused.
 * @param backupId null: the database as it is now
 */
export function stillAnswers(file: File, project: Project, backupId: number | null, now: Date): boolean {
  if (file.state === 'failed') return false;
  if (file.expires_at !== null && file.expires_at.getTime() - now.getTime() < OPENING_TAKES_MS) return false;
  if (backupId !== null) return file.backup_id === backupId;
  if (file.backup_at !== null) return false;
  if (file.state === 'running') return true;
  const age = now.getTime() - file.created_at.getTime();
  // From before the clock was set back: how old it is nobody knows.
  if (age < -SAME_MOMENT_MS) return false;
  const pausedSince =
    project.status === 'INACTIVE' && project.paused_at !== null && project.paused_at <= file.created_at;
  return pausedSince || age < SAME_MOMENT_MS;
}
