import type { BackupFileRow, ProjectRow } from '../kernel/schema.ts';

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
