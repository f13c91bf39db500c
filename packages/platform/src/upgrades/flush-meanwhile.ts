import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterDriver } from '@basalt/clusters';

const PAUSE_MS = 1_000;

/**
 * Writes to disk what a copy has written so far, again and again until `work` ends: the flush that makes the copy last
 * then finds little left to do. What goes wrong is left to that flush.
 */
export async function flushMeanwhile<T>(
  clusters: Pick<ClusterDriver, 'flush'>,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController();
  const flushing = flushUntil(clusters, done.signal);
  try {
    return await work();
  } finally {
    done.abort();
    await flushing;
  }
}

async function flushUntil(clusters: Pick<ClusterDriver, 'flush'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined); // cut short when the work has ended
    if (!signal.aborted) await clusters.flush().catch(() => undefined);
  }
}
