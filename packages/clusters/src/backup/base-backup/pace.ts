import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const MB = 1024 * 1024;

/** How fast a stream may go: `burstMb` at once, then `perSecondMb` on the average. */
export interface Pace {
  perSecondMb: number;
  burstMb: number;
}

/**
 * Slow enough that a busy database keeps its speed: 12 MB per second for every core but one, which the backup shares
 * with reading, sending and compressing, or with unpacking. A small database is done before it counts.
 */
export function politePace(cores: number = availableParallelism()): Pace {
  return { perSecondMb: Math.min(12 * Math.max(cores - 1, 1), 256), burstMb: 64 };
}

/** When the next chunk is due, in milliseconds since the start, after so many bytes. */
export function dueAfter(bytes: number, { perSecondMb, burstMb }: Pace): number {
  return Math.max(0, ((bytes / MB - burstMb) / perSecondMb) * 1000);
}

const ASK_AFTER = 32 * MB;

export interface PacedOptions {
  pace: Pace;
  /** Asked now and then; once it says true the rest goes as fast as it can. */
  mustHurry?: () => Promise<boolean>;
  signal?: AbortSignal | undefined;
}

/** The same chunks, none earlier than the pace allows: whoever sends them has to wait. */
export async function* paced(
  chunks: AsyncIterable<Buffer>,
  { pace, mustHurry, signal }: PacedOptions,
): AsyncGenerator<Buffer> {
  const startedAt = performance.now();
  let sent = 0;
  let askedAt = 0;
  let isHurried = false;
  for await (const chunk of chunks) {
    yield chunk;
    sent += chunk.length;
    if (isHurried) continue;
    if (mustHurry !== undefined && sent - askedAt >= ASK_AFTER) {
      askedAt = sent;
      isHurried = await mustHurry();
    }
    const early = startedAt + dueAfter(sent, pace) - performance.now();
    if (early > 0 && !isHurried) await sleep(early, undefined, signal === undefined ? {} : { signal });
  }
}
