import type { ClusterStats } from '@basalt/clusters';
import type { CacheCounters } from '@basalt/postgres';

/** A cluster's counters at one moment. They count since its start. */
export interface Counters {
  /** Milliseconds since 1970. */
  at: number;
  startedAt: number;
  cpuSeconds: number;
  readBytes: number | null;
  writtenBytes: number | null;
  /** Of blocks; unlike the others they outlive the server. Null: nobody asked. */
  cache: CacheCounters | null;
}

export interface Rates {
  /** 100: all processors that count. */
  cpuPercent: number | null;
  readBytesPerSecond: number | null;
  writtenBytesPerSecond: number | null;
  /** Of the blocks that were wanted, those that were in memory. Null: none was wanted. */
  cacheHitPercent: number | null;
}

const UNKNOWN: Rates = {
  cpuPercent: null,
  readBytesPerSecond: null,
  writtenBytesPerSecond: null,
  cacheHitPercent: null,
};

/** Null when the cluster does not run. */
export function countersOf(stats: ClusterStats, at: number, cache: CacheCounters | null): Counters | null {
  if (stats.startedAt === null) return null;
  const { cpuSeconds, readBytes, writtenBytes } = stats;
  return { at, startedAt: stats.startedAt.getTime(), cpuSeconds, readBytes, writtenBytes, cache };
}

/**
 * What was used between two looks. A cluster that was started in between is counted from its start, when its counters were zero.
 * @param before null: there was no look before
 * @param longest a start longer ago than this many milliseconds says too little about now
 */
export function ratesBetween(before: Counters | null, now: Counters, cpus: number, longest: number): Rates {
  const isSameServer = before !== null && before.startedAt === now.startedAt;
  const from = isSameServer
    ? before
    : { at: now.startedAt, cpuSeconds: 0, readBytes: 0, writtenBytes: 0, cache: null };
  const seconds = (now.at - from.at) / 1_000;
  // A clock that was set back, or a first look at a cluster that has run for long.
  if (seconds <= 0 || seconds * 1_000 > longest) return UNKNOWN;
  return {
    cpuPercent: (100 * growth(from.cpuSeconds, now.cpuSeconds)) / seconds / cpus,
    readBytesPerSecond: rate(from.readBytes, now.readBytes, seconds),
    writtenBytesPerSecond: rate(from.writtenBytes, now.writtenBytes, seconds),
    cacheHitPercent: hitPercent(from.cache, now.cache),
  };
}

function hitPercent(before: CacheCounters | null, now: CacheCounters | null): number | null {
  if (before === null || now === null) return null;
  const hits = now.hits - before.hits;
  const reads = now.reads - before.reads;
  // Below zero: somebody has reset the counters.
  return hits < 0 || reads < 0 || hits + reads === 0 ? null : (100 * hits) / (hits + reads);
}

function rate(before: number | null, now: number | null, seconds: number): number | null {
  return before === null || now === null ? null : Math.round(growth(before, now) / seconds);
}

/** Processes that end while they are being read make sums shrink for a moment. */
function growth(before: number, now: number): number {
  return Math.max(0, now - before);
}
