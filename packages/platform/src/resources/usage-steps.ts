import type { ResourceSample } from '@basalt/contract';
import type { SampleBucket } from './store.ts';

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
