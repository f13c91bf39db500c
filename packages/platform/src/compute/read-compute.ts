import { COMPUTE_SIZES, type ComputeSettings } from '@basalt/contract';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { Actor } from '../kernel/ports.ts';
import { SIZES } from '../project-cluster/sizes.ts';
import { isKept } from '../projects/own-cluster.ts';
import { isReadOnly } from '../projects/project-status.ts';
import { getProject } from '../projects/store.ts';
import { readOnlyAtBytes, usedBytes } from './disk-use.ts';
import { readStats } from './read-stats.ts';
import { whyUnavailable } from './resize-rules.ts';

/** A project's size and disk, and what there is to choose from. */
export async function readCompute(
  { db, clusters }: Pick<Dependencies, 'db' | 'clusters'>,
  actor: Actor,
  ref: string,
): Promise<ComputeSettings> {
  const { project } = await getProject(db, actor, ref);
  const [stats, machine] = await Promise.all([readStats(clusters, ref), clusters.capacity()]);
  const lifted = project.read_only_lifted_until;
  return {
    size: project.compute_size,
    sizes: COMPUTE_SIZES.map((id) => ({
      id,
      memory_mb: SIZES[id].memoryMb,
      cpus: SIZES[id].cpus,
      max_connections: SIZES[id].settings.maxConnections,
      unavailable: whyUnavailable(project, id, machine),
    })),
    limits_enforced: isKept(project) || machine.enforcesLimits,
    disk: {
      size_gb: project.disk_size_gb,
      used_bytes: stats === null ? 0 : usedBytes(stats),
      temporary_bytes: stats?.temporaryBytes ?? 0,
      read_only_at_bytes: readOnlyAtBytes(project.disk_size_gb),
      machine_free_bytes: isKept(project) ? null : machine.diskFreeBytes,
    },
    read_only: {
      enabled: isReadOnly(project),
      lifted_until: lifted !== null && lifted > new Date() ? lifted.toISOString() : null,
    },
  };
}
