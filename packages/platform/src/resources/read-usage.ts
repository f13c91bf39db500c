import type { ResourceSample, ResourceUsage } from '@basalt/contract';
import { quotaBytes } from '../compute/disk-use.ts';
import { effectiveConfig } from '../compute/postgres-config/effective-config.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { SIZES } from '../project-cluster/sizes.ts';
import { getProject } from '../projects/store.ts';
import { cpusOf } from './sample-of.ts';
import { averageSamples, type SampleBucket } from './store.ts';

const MB = 1_024 * 1_024;
const USUAL_SPAN_MS = 3 * 3_600_000;

/**
 * What a project used of the machine; without times the last three hours. Samples are a minute apart, so steps are no shorter.
 * @throws PlatformError `bad_request` when the time begins after its end
 */
export async function readUsage(
  { db, clusters }: Pick<Dependencies, 'db' | 'clusters'>,
  actor: Actor,
  {
    ref,
    points,
    ...span
  }: { ref: string; from?: string | undefined; to?: string | undefined; points: number },
): Promise<ResourceUsage> {
  const { project } = await getProject(db, actor, ref);
  const to = span.to === undefined ? Date.now() : Date.parse(span.to);
  const from = span.from === undefined ? to - USUAL_SPAN_MS : Date.parse(span.from);
  if (from >= to) throw new PlatformError('bad_request', 'from must be before to.', { field: 'from' });
  const step = stepOf(from, to, points);
  const averages = await averageSamples(db, project.id, { from: new Date(from), to: new Date(to), step });
  const { memoryMb, ioMbPerSecond } = SIZES[project.compute_size];
  return {
    samples: fillSteps(averages, { from, to, step }),
    step_seconds: step,
    limits: {
      cpus: cpusOf(project, (await clusters.capacity()).cpus),
      memory_bytes: memoryMb * MB,
      disk_bytes: quotaBytes(project.disk_size_gb),
      io_bytes_per_second: ioMbPerSecond * MB,
      connections: effectiveConfig(project.compute_size, project.postgres_config).max_connections ?? 0,
    },
  };
}

const MINUTE = 60;

/** The length of a step in seconds, whole minutes, so that this time has at most so many. Times in milliseconds. */
export function stepOf(from: number, to: number, points: number): number {
  return MINUTE * Math.max(1, Math.ceil((to - from) / 1_000 / points / MINUTE));
}

/** Every step of the time, oldest first; those without a sample have nulls. Times in milliseconds, the step in seconds. */
export function fillSteps(
  buckets: readonly SampleBucket[],
  { from, to, step }: { from: number; to: number; step: number },
): ResourceSample[] {
  const known = new Map(buckets.map((bucket) => [bucket.start, bucket]));
  const first = Math.ceil(from / 1_000 / step) * step;
  const samples: ResourceSample[] = [];
  for (let start = first; start * 1_000 <= to; start += step) {
    const { start: _, ...values } = known.get(start) ?? { start, ...NOTHING };
    samples.push({ at: new Date(start * 1_000).toISOString(), ...values });
  }
  return samples;
}

const NOTHING: Omit<SampleBucket, 'start'> = {
  cpu_percent: null,
  memory_bytes: null,
  disk_bytes: null,
  read_bytes_per_second: null,
  written_bytes_per_second: null,
  connections: null,
};
