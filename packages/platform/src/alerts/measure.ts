import { type AlertMetric, METRICS_OF_OWN_SERVER } from '@basalt/contract';
import { quotaBytes } from '../compute/disk-use.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import type { ProjectRow, ResourceSampleRow } from '../kernel/schema.ts';
import { maxConnectionsOf, SIZES } from '../project-cluster/sizes.ts';
import { isAttached } from '../projects/own-cluster.ts';
import { listSamples } from '../resources/store.ts';
import type { Points } from './judge.ts';

export const MINUTE_MS = 60_000;
const MB = 1_024 ** 2;

type MeasuredProject = Pick<
  ProjectRow,
  'id' | 'ref' | 'compute_size' | 'disk_size_gb' | 'postgres_config' | 'attached_version'
>;

const percent = (used: number | null, whole: number) =>
  used === null || whole <= 0 ? null : (100 * used) / whole;

/** Those that come from the samples of what a project uses. */
const OF_SAMPLES: Partial<
  Record<AlertMetric, (sample: ResourceSampleRow, project: MeasuredProject) => number | null>
> = {
  cpu_percent: (sample) => sample.cpu_percent,
  memory_percent: (sample, { compute_size }) =>
    percent(sample.memory_bytes, SIZES[compute_size].memoryMb * MB),
  disk_percent: (sample, { disk_size_gb }) => percent(sample.disk_bytes, quotaBytes(disk_size_gb)),
  connections_percent: (sample, project) => percent(sample.connections, maxConnectionsOf(project)),
  cache_hit_percent: (sample) => sample.cache_hit_percent,
};

/** Whether a figure is ever known of a project. */
export function isKnown(metric: AlertMetric, project: Pick<ProjectRow, 'attached_version'>): boolean {
  return !(isAttached(project) && METRICS_OF_OWN_SERVER.includes(metric));
}

/**
 * Figures of a project in each of the last full minutes before a moment.
 * @param to a full minute, milliseconds since 1970
 */
export async function measure(
  { db, requestLog }: Pick<Dependencies, 'db' | 'requestLog'>,
  project: MeasuredProject,
  metrics: ReadonlySet<AlertMetric>,
  { to, minutes }: { to: number; minutes: number },
): Promise<Map<AlertMetric, Points>> {
  const from = to - minutes * MINUTE_MS;
  const measured = new Map<AlertMetric, Points>();
  const sampled = [...metrics].filter((metric) => metric in OF_SAMPLES);
  if (sampled.length > 0) {
    // A sample tells of the minute that ends with it.
    const samples = await listSamples(db, [project.id], new Date(from + 1));
    const byMinute = new Map(samples.map((sample) => [sample.at.getTime(), sample]));
    const ends = Array.from({ length: minutes }, (_, place) => from + (place + 1) * MINUTE_MS);
    for (const metric of sampled)
      measured.set(
        metric,
        ends.map((end) => {
          const sample = isKnown(metric, project) ? byMinute.get(end) : undefined;
          return sample === undefined ? null : (OF_SAMPLES[metric]?.(sample, project) ?? null);
        }),
      );
  }
  if (sampled.length < metrics.size) {
    const { buckets } = await requestLog.count(project.ref, { from, to }, minutes);
    const totals = buckets.map(({ ok, clientErrors, serverErrors }) => ok + clientErrors + serverErrors);
    measured.set('requests_per_minute', totals);
    measured.set(
      'error_percent',
      buckets.map(({ serverErrors }, place) => percent(serverErrors, totals[place] ?? 0)),
    );
    measured.set(
      'p95_milliseconds',
      buckets.map(({ p95 }) => p95),
    );
  }
  return measured;
}
