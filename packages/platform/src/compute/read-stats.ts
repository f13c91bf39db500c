import { type ClusterDriver, ClusterError, type ClusterStats } from '@basalt/clusters';

/** What a project's cluster uses, without memory; null when it has no cluster (any more). */
export function readStats(clusters: ClusterDriver, ref: string): Promise<ClusterStats | null> {
  return clusters.stats(ref, { memory: false }).catch((error: unknown) => {
    if (error instanceof ClusterError) return null;
    throw error;
  });
}
