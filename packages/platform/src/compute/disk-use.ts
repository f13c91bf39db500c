import type { ClusterStats, MachineCapacity } from '@basalt/clusters';
import { READ_ONLY_DISK_SHARE } from '@basalt/contract';
import type { Database } from '../kernel/open-database.ts';

/** What lies on a project's disk right now, in the sample of this minute. */
export async function writeDiskUse(db: Database, projectId: number, at: Date, bytes: number): Promise<void> {
  await db
    .insertInto('resource_samples')
    .values({ project_id: projectId, at: minuteOf(at), disk_bytes: bytes })
    .onConflict((conflict) => conflict.columns(['project_id', 'at']).doUpdateSet({ disk_bytes: bytes }))
    .execute();
}

/** Samples are taken on the full minute, give or take the accuracy of timers. */
export function minuteOf(moment: Date): Date {
  return new Date(Math.round(moment.getTime() / 60_000) * 60_000);
}

const GB = 1_024 ** 3;

type DiskFigures = Pick<ClusterStats, 'diskBytes' | 'walBytes' | 'temporaryBytes'>;

/**
 * What counts against the quota: tables, indexes, temporary files and all else in the data directory. The log of changes does not: how much of it
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

/**
 * How much of the temporary files must go. They may fill what the data leaves, up to where writes end, since a database must not
 * become read-only because of a sort; where the data alone has come that far, up to the quota.
 */
export function bytesToFree(stats: DiskFigures, diskSizeGb: number): number {
  const used = usedBytes(stats);
  const data = used - stats.temporaryBytes;
  const readOnlyAt = readOnlyAtBytes(diskSizeGb);
  const most = data < readOnlyAt ? readOnlyAt : quotaBytes(diskSizeGb);
  return used < most ? 0 : Math.min(stats.temporaryBytes, used - most + 1);
}

/** What can still be written before something must be done about it: up to where writes end, and after that up to the quota. */
export function leftBytes(stats: DiskFigures, diskSizeGb: number): number {
  const left = readOnlyAtBytes(diskSizeGb) - usedBytes(stats);
  return left > 0 ? left : quotaBytes(diskSizeGb) - usedBytes(stats);
}

/** The smallest quota in GB under which a project of this use still takes writes. */
export function smallestDiskGb(used: number): number {
  return Math.max(1, Math.ceil((used + 1) / READ_ONLY_DISK_SHARE / GB));
}

/**
 * The management API speaks of a rented disk. Ours is a quota: type, operations and throughput are those of the usual rented one,
 * because clients expect some, and nothing is done about them.
 */
export function presentV1Disk(sizeGb: number) {
  return { attributes: { type: 'gp3' as const, size_gb: sizeGb, iops: 3_000, throughput_mibps: 125 } };
}

/** What can still be written is bound by the quota and by the machine. */
export function presentV1DiskUse(used: number, sizeGb: number, { diskFreeBytes }: MachineCapacity) {
  const size = quotaBytes(sizeGb);
  return {
    timestamp: new Date().toISOString(),
    metrics: {
      fs_size_bytes: size,
      fs_avail_bytes: Math.max(0, Math.min(size - used, diskFreeBytes ?? Number.POSITIVE_INFINITY)),
      fs_used_bytes: used,
    },
  };
}

/** A quota never grows by itself: a disk that fills up is for people to look at. */
export function presentV1Autoscale() {
  return { growth_percent: null, min_increment_gb: null, max_size_gb: null };
}
