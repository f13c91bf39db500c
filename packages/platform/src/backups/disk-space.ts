import type { ClusterDriver } from '@basalt/clusters';
import { PlatformError } from '../kernel/platform-error.ts';

const MB = 1024 * 1024;
/** Recovery writes a log of its own and unpacks the archived one in pieces, while other databases are at work. */
const MARGIN_BYTES = 256 * MB;

/**
 * Refuses what would fill the disk: the restored database lies beside the present one, which is kept.
 * @param dataBytes of the database to be restored
 * @throws PlatformError `conflict`
 */
export async function assertSpaceFor(
  clusters: Pick<ClusterDriver, 'capacity'>,
  dataBytes: number,
): Promise<void> {
  const { diskFreeBytes: free } = await clusters.capacity();
  const needed = Math.ceil(dataBytes * 1.1) + MARGIN_BYTES;
  if (free === null || free >= needed) return;
  throw new PlatformError(
    'conflict',
    `Restoring needs about ${size(needed)} of disk space, and ${size(free)} are free. Free some space, for example by discarding restore points, and try again.`,
  );
}

function size(bytes: number): string {
  return bytes < 1024 * MB ? `${Math.ceil(bytes / MB)} MB` : `${(bytes / (1024 * MB)).toFixed(1)} GB`;
}
