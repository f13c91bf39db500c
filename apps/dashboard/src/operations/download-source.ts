import type { Project, ProjectStatus } from '@basalt/contract';

/** Statuses in which nobody is at work on the database, so that there is an "as it is now". */
const AT_REST: readonly ProjectStatus[] = [
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'INACTIVE',
  'PAUSE_FAILED',
  'RESTORE_FAILED',
];

/**
 * What a download of the whole database is made from: 0, the database as it is now, where there is such a thing, else
 * the newest backup; null when there is neither.
 * @param latestBackupId undefined while it is not known
 */
export function downloadSource(
  status: ProjectStatus,
  latestBackupId: number | null | undefined,
): number | null {
  return AT_REST.includes(status) ? 0 : (latestBackupId ?? null);
}

/** Why there is nothing to download, as the text of a tooltip; null when there is. */
export function whyNoDownload(
  { abilities }: Pick<Project, 'abilities'>,
  source: number | null,
): string | null {
  if (!abilities.download_backup) return 'You need additional permissions to download backups';
  return source === null ? 'No backups available for download' : null;
}
