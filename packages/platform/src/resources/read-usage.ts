import type { ResourceUsage } from '@basalt/contract';
import { quotaBytes } from '../compute/disk-use.ts';
import { effectiveConfig } from '../compute/postgres-config/effective-config.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { SIZES } from '../project-cluster/sizes.ts';
import { getProject } from '../projects/store.ts';
import { cpusOf } from './sample-of.ts';
import { averageSamples } from './store.ts';
import { fillSteps, stepOf } from './usage-steps.ts';

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
  const { project } = await getProject(db, actor.accountId, ref);
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
