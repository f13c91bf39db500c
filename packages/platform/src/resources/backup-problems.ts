import type { Database } from '../kernel/open-database.ts';
import type { ArchiveStateRow, BackupRow } from '../kernel/schema.ts';

/** What is wrong with the backups of several projects, by project id. */
export async function backupProblems(
  db: Database,
  projectIds: readonly number[],
): Promise<Map<number, string | null>> {
  if (projectIds.length === 0) return new Map();
  const [archives, newest] = await Promise.all([
    db
      .selectFrom('archive_states')
      .select(['project_id', 'problem'])
      .where('project_id', 'in', projectIds)
      .execute(),
    db
      .selectFrom('backups')
      .distinctOn('project_id')
      .select(['project_id', 'state', 'error', 'verify_error'])
      .where('project_id', 'in', projectIds)
      .where('state', '!=', 'running')
      .orderBy('project_id')
      .orderBy('started_at', 'desc')
      .execute(),
  ]);
  return new Map(
    projectIds.map((id) => [
      id,
      backupProblem(
        archives.find(({ project_id }) => project_id === id),
        newest.find(({ project_id }) => project_id === id),
      ),
    ]),
  );
}

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
