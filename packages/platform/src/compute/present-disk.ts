import type { MachineCapacity } from '@basalt/clusters';
import { quotaBytes } from './disk-use.ts';

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
