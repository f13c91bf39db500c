import { BackupError, ClusterError, isFullDisk } from '@basalt/clusters';
import { toQueryError } from '@basalt/postgres';
import { PlatformError } from './platform-error.ts';

// Cannot be reached, connection lost, no free connection, on its way down or up.
const AWAY = new Set(['08001', '08006', '53300', '57P01', '57P02', '57P03']);

/** Whether an error only says that the platform's own database does not answer at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  return AWAY.has(toQueryError(error).code);
}

/** What we say of a full disk, and what a database says. */
const SAID = new Set(['disk_full', '53100']);

/** Whether an error only says that a disk is full: ours, that of a database, or of the file system. */
export function isDiskFull(error: unknown): boolean {
  return isFullDisk(error) || SAID.has(String((error as { code?: unknown } | null)?.code ?? ''));
}

/** What an error says to people; null for one that was not written for them. */
export function sentenceOf(error: unknown): string | null {
  const isForPeople =
    error instanceof ClusterError || error instanceof BackupError || error instanceof PlatformError;
  return isForPeople ? error.message : null;
}
