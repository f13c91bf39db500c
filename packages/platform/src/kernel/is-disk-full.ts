import { isFullDisk } from '@basalt/clusters';

/** What we say of a full disk, and what a database says. */
const SAID = new Set(['disk_full', '53100']);

/** Whether an error only says that a disk is full: ours, that of a database, or of the file system. */
export function isDiskFull(error: unknown): boolean {
  return isFullDisk(error) || SAID.has(String((error as { code?: unknown } | null)?.code ?? ''));
}
