import type { ClusterStats } from '@basalt/clusters';
import { minuteOf, usedBytes } from '../compute/disk-use.ts';
import type { ProjectRow, ResourceSampleRow } from '../kernel/schema.ts';
import { SIZES } from '../project-cluster/sizes.ts';
import { type Counters, ratesBetween } from './counters.ts';

/** A look at a project becomes the sample of its minute. */
export function sampleOf(
  project: Pick<ProjectRow, 'id' | 'compute_size'>,
  stats: ClusterStats,
  {
    before,
    now,
    machineCpus,
    longest,
  }: { before: Counters | null; now: Counters; machineCpus: number; longest: number },
): ResourceSampleRow {
  const cpus = cpusOf(project, machineCpus);
  const rates = ratesBetween(before, now, cpus, longest);
  return {
    project_id: project.id,
    at: minuteOf(new Date(now.at)),
    cpu_percent: rates.cpuPercent,
    memory_bytes: stats.pssBytes,
    disk_bytes: usedBytes(stats),
    read_bytes_per_second: rates.readBytesPerSecond,
    written_bytes_per_second: rates.writtenBytesPerSecond,
    connections: stats.backends,
    cache_hit_percent: rates.cacheHitPercent,
  };
}

/** The processors that a project can really use: those of its size, as far as the machine has them. */
export function cpusOf({ compute_size }: Pick<ProjectRow, 'compute_size'>, machineCpus: number): number {
  return Math.min(SIZES[compute_size].cpus, machineCpus);
}
