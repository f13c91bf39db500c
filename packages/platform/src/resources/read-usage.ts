import type { ResourceSample, ResourceUsage } from '@basalt/contract';
import { quotaBytes } from '../compute/disk-use.ts';
import { effectiveConfig } from '../compute/postgres-config/effective-config.ts';
import type { Dependencies } from '../kernel/dependencies.ts';
import { PlatformError } from '../kernel/platform-error.ts';
import type { Actor } from '../kernel/ports.ts';
import { SIZES } from '../project-cluster/sizes.ts';
import { may } from '../projects/policy.ts';
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
  { db, clusters, requestLog }: Pick<Dependencies, 'db' | 'clusters' | 'requestLog'>,
  actor: Actor,
  {
    ref,
    points,
    ...span
  }: { ref: string; from?: string | undefined; to?: string | undefined; points: number },
): Promise<ResourceUsage> {
  const { project, role } = await getProject(db, actor, ref);
  const to = span.to === undefined ? Date.now() : Date.parse(span.to);
  const from = span.from === undefined ? to - USUAL_SPAN_MS : Date.parse(span.from);
  if (from >= to) throw new PlatformError('bad_request', 'from must be before to.', { field: 'from' });
  const step = stepOf(from, to, points);
  const steps = stepsOf({ from, to, step });
  const [averages, requests] = await Promise.all([
    averageSamples(db, project.id, { from: new Date(from), to: new Date(to), step }),
    may('read_request_log', role) ? readRequests(requestLog, ref, steps, step) : [],
  ]);
  const { memoryMb, ioMbPerSecond } = SIZES[project.compute_size];
  return {
    samples: fillSteps(steps, averages, requests),
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

/** Where the steps of a time begin, in seconds since 1970, oldest first. Times in milliseconds, the step in seconds. */
export function stepsOf({ from, to, step }: { from: number; to: number; step: number }): number[] {
  const first = Math.ceil(from / 1_000 / step) * step;
  const count = Math.max(0, Math.floor((to / 1_000 - first) / step) + 1);
  return Array.from({ length: count }, (_, place) => first + place * step);
}

/** Every step; those without a sample or a request have nulls. */
export function fillSteps(
  steps: readonly number[],
  samples: readonly SampleBucket[],
  requests: readonly RequestFigures[],
): ResourceSample[] {
  const known = new Map(samples.map((bucket) => [bucket.start, bucket]));
  return steps.map((start, place) => {
    const { start: _, ...values } = known.get(start) ?? { start, ...NOTHING };
    return {
      at: new Date(start * 1_000).toISOString(),
      ...values,
      ...(requests[place] ?? NO_REQUESTS),
    };
  });
}

const NOTHING: Omit<SampleBucket, 'start'> = {
  cpu_percent: null,
  memory_bytes: null,
  disk_bytes: null,
  read_bytes_per_second: null,
  written_bytes_per_second: null,
  connections: null,
  cache_hit_percent: null,
};

type RequestFigures = Omit<ResourceSample, 'at' | keyof typeof NOTHING>;

const NO_REQUESTS: RequestFigures = {
  requests_per_minute: null,
  client_errors_per_minute: null,
  server_errors_per_minute: null,
  p50_milliseconds: null,
  p95_milliseconds: null,
};

/** What was asked of the project's API in each step. The last one may go on. */
async function readRequests(
  requestLog: Dependencies['requestLog'],
  ref: string,
  steps: readonly number[],
  step: number,
): Promise<RequestFigures[]> {
  const [first] = steps;
  if (first === undefined) return [];
  const from = first * 1_000;
  const { buckets } = await requestLog.count(
    ref,
    { from, to: from + steps.length * step * 1_000 },
    steps.length,
  );
  const minutes = step / MINUTE;
  return buckets.map(({ ok, clientErrors, serverErrors, p50, p95 }) => ({
    requests_per_minute: (ok + clientErrors + serverErrors) / minutes,
    client_errors_per_minute: clientErrors / minutes,
    server_errors_per_minute: serverErrors / minutes,
    p50_milliseconds: p50,
    p95_milliseconds: p95,
  }));
}
