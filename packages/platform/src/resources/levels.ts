import type { WarningKind, WarningLevel } from '@basalt/contract';
import type { ResourceSampleRow } from '../kernel/schema.ts';
import { type Level, nextLevel, type Thresholds } from '../project-cluster/next-level.ts';

/**
 * The level at the end of a series. Nothing is remembered between calls: what came before is in the series.
 * @param shares oldest first; null where nobody looked, which ends any level
 */
export function levelAfter(shares: readonly (number | null)[], thresholds: Thresholds): Level {
  return shares.reduce<Level>(
    (before, share) => (share === null ? null : nextLevel(before, share, thresholds)),
    null,
  );
}

/** The worse of two. */
function worse(one: Level, other: Level): Level {
  if (one === 'critical' || other === 'critical') return 'critical';
  return one ?? other;
}

const MINUTE_MS = 60_000;
const GB = 1_024 ** 3;

/** How far back samples matter. */
export const LOOK_BACK_MS = 60 * MINUTE_MS;
/** Short bursts are what a machine is for: only what lasts this long counts. */
const WINDOW = { windowMs: 10 * MINUTE_MS, atLeast: 5 };
/** Older than this, the newest sample says nothing about now. */
const STALE_AFTER_MS = 5 * MINUTE_MS;

const BUSY: Thresholds = { warning: 0.8, critical: 0.95, slack: 0.05 };
const FULL: Thresholds = { warning: 0.8, critical: 0.9, slack: 0.02 };
/** Free space of the machine below which no project has room, whatever its quota. */
const MACHINE_LOW = { warning: 5 * GB, critical: GB };

/** What there is for a project, in the units of its samples. */
export interface ProjectCapacity {
  memoryBytes: number;
  diskBytes: number;
  ioBytesPerSecond: number;
  /** Of the machine; null where nobody can tell. */
  machineFreeBytes: number | null;
}

type Levels = Record<
  Exclude<WarningKind, 'auth_rate_limit_exhaustion' | 'connection_exhaustion'>,
  WarningLevel | null
>;

/**
 * What is about to run out.
 * @param samples of the last hour, oldest first
 */
export function levelsOf(
  samples: readonly ResourceSampleRow[],
  capacity: ProjectCapacity,
  now: Date,
): Levels {
  const newest = samples.at(-1);
  const isFresh = newest !== undefined && now.getTime() - newest.at.getTime() <= STALE_AFTER_MS;
  const busy = (shareOf: (sample: ResourceSampleRow) => number | null) =>
    isFresh ? levelAfter(slidingAverages(pointsOf(samples, shareOf), WINDOW), BUSY) : null;
  // What is on the disk stays there, whether the project runs or not; samples without it are of little worth but no gap.
  const fillings = samples.flatMap(({ disk_bytes: bytes }) =>
    bytes === null ? [] : [bytes / capacity.diskBytes],
  );
  return {
    cpu_exhaustion: busy(({ cpu_percent }) => (cpu_percent === null ? null : cpu_percent / 100)),
    memory_and_swap_exhaustion: busy(({ memory_bytes }) => share(memory_bytes, capacity.memoryBytes)),
    disk_io_exhaustion: busy((sample) => share(transferOf(sample), capacity.ioBytesPerSecond)),
    disk_space_exhaustion: worse(levelAfter(fillings, FULL), machineLevel(capacity.machineFreeBytes)),
  };
}

function machineLevel(freeBytes: number | null): WarningLevel | null {
  if (freeBytes === null || freeBytes > MACHINE_LOW.warning) return null;
  return freeBytes > MACHINE_LOW.critical ? 'warning' : 'critical';
}

function transferOf({ read_bytes_per_second: read, written_bytes_per_second: written }: ResourceSampleRow) {
  return read === null && written === null ? null : (read ?? 0) + (written ?? 0);
}

function share(used: number | null, whole: number): number | null {
  return used === null ? null : used / whole;
}

function pointsOf(
  samples: readonly ResourceSampleRow[],
  toValue: (sample: ResourceSampleRow) => number | null,
): Point[] {
  return samples.map((sample) => ({ at: sample.at.getTime(), value: toValue(sample) }));
}

/** A value at a moment, in milliseconds since 1970. */
export interface Point {
  at: number;
  value: number | null;
}

/**
 * For each point the average over the time that ends with it; null where fewer than `atLeast` values are known of it.
 * @param points oldest first
 */
function slidingAverages(
  points: readonly Point[],
  { windowMs, atLeast }: { windowMs: number; atLeast: number },
): (number | null)[] {
  return points.map(({ at: end }, place) => {
    const values = points
      .slice(0, place + 1)
      .flatMap(({ at, value }) => (at > end - windowMs && value !== null ? [value] : []));
    if (values.length < Math.max(1, atLeast)) return null;
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}
