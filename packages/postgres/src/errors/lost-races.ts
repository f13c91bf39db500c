import { setTimeout } from 'node:timers/promises';
import { QueryError } from './query-error.ts';

/** Serialization failures and deadlocks. */
const LOST_RACES: ReadonlySet<string> = new Set(['40001', '40P01']);

/** Whether another transaction came in between, which this one alone would not have met: it may start anew. */
export function isLostRace(error: unknown): boolean {
  return error instanceof QueryError && LOST_RACES.has(error.code);
}

export interface RetryOptions {
  tries: number;
  /** The longest first pause. It grows with each try, so that those that met do not meet again. */
  pauseMs: number;
  isLost?: (error: unknown) => boolean;
  /** Once it fires nothing is tried again. */
  signal?: AbortSignal | undefined;
}

/** Runs a transaction again that was taken back because another one came in between. */
export async function retryLostRaces<T>(
  run: () => Promise<T>,
  { tries, pauseMs, isLost = isLostRace, signal }: RetryOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt === tries || signal?.aborted || !isLost(error)) throw error;
      await setTimeout(Math.random() * pauseMs * attempt);
    }
  }
}
