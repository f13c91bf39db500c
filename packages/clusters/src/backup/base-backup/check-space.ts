import type { BackupStore } from '../ports/backup-store.ts';
import { BackupError } from '../ports/cluster-backups.ts';

/** What is stored must not fill the disk that the databases may work on as well. */
const SPACE_TO_LEAVE = 256 * 1024 * 1024;

/**
 * Refuses what would take the last space of a store.
 * @param what is not done then, as the beginning of a sentence
 * @throws {BackupError} disk_full
 */
export async function checkSpace(store: BackupStore, what: string): Promise<void> {
  const free = await store.freeBytes();
  if (free === null || free >= SPACE_TO_LEAVE) return;
  throw new BackupError(
    'disk_full',
    `${what} because little space is left where backups are kept: free some and try again.`,
  );
}
