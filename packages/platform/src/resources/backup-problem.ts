import type { ArchiveStateRow, BackupRow } from '../kernel/schema.ts';

/** What is wrong with a project's backups, in one sentence; null: nothing. @param newest the newest backup that has ended */
export function backupProblem(
  archive: Pick<ArchiveStateRow, 'problem'> | undefined,
  newest: Pick<BackupRow, 'state' | 'error' | 'verify_error'> | undefined,
): string | null {
  if (archive?.problem) return archive.problem;
  if (newest?.state === 'failed')
    return `The newest backup failed: ${sentence(newest.error ?? 'nobody knows why')}`;
  if (newest?.verify_error)
    return `The newest backup could not be restored when it was checked: ${sentence(newest.verify_error)}`;
  return null;
}

function sentence(text: string): string {
  return text.replace(/([^.!?])$/, '$1.');
}
