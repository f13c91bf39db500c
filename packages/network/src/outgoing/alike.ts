import { setTimeout as pause } from 'node:timers/promises';
import { OutgoingError } from './outgoing-error.ts';

/** The time that failures are held for. Tests have one of their own. */
export interface OutgoingClock {
  /** Resolves after `ms` milliseconds; when the signal is aborted the promise may stay open. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Resolves when a failure may be told: with the deadline. */
  hold(deadline: Promise<void>): Promise<void>;
}

export const REAL_CLOCK: OutgoingClock = {
  wait: (ms, signal) =>
    pause(ms, undefined, { signal }).catch(() => new Promise<never>(() => {})) as Promise<void>,
  hold: (deadline) => deadline,
};

/**
 * Does work that asks another server. What succeeds answers at once. Whatever fails, and what is not done in time, fails
 * with one error at one moment, `ms` after the beginning: neither words nor duration tell why.
 * @param work gets a signal that is aborted when its result is no longer wanted
 * @throws OutgoingError
 */
export async function alike<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms: number,
  clock: OutgoingClock = REAL_CLOCK,
): Promise<T> {
  const ending = new AbortController();
  const timer = new AbortController();
  const deadline = clock.wait(ms, timer.signal);
  const outcome = (async () => ({ value: await work(ending.signal) }))().catch((error: unknown) => ({
    error,
  }));
  const late = deadline.then(() => ({ error: new Error(`It was not done within ${ms} ms.`) }));
  try {
    const first = await Promise.race([outcome, late]);
    if ('value' in first) return first.value;
    ending.abort();
    await clock.hold(deadline);
    throw new OutgoingError(first.error);
  } finally {
    timer.abort();
  }
}
