import type { ClusterStats } from '@basalt/clusters';
import { READ_ONLY_DISK_SHARE } from '@basalt/contract';

const GB = 1_024 ** 3;

/**
 * What counts against the quota: tables, indexes and all else in the data directory. The log of changes does not: how much of it
 * there is depends on settings and on the archive, and nobody could bring it down by deleting rows.
 */
export function usedBytes({ diskBytes, walBytes }: Pick<ClusterStats, 'diskBytes' | 'walBytes'>): number {
  return Math.max(0, diskBytes - walBytes);
}

export function quotaBytes(diskSizeGb: number): number {
  return diskSizeGb * GB;
}

/** Used bytes from which on the database takes no writes. */
export function readOnlyAtBytes(diskSizeGb: number): number {
  return Math.floor(quotaBytes(diskSizeGb) * READ_ONLY_DISK_SHARE);
}

/** The smallest quota in GB under which a project of this use still takes writes. */
export function smallestDiskGb(used: number): number {
  return Math.max(1, Math.ceil((used + 1) / READ_ONLY_DISK_SHARE / GB));
}
