/** When to look again, in milliseconds. */
export interface PollSchedule {
  /** Moments after the start of early checks, ascending. May be empty. */
  early: readonly number[];
  /** The moment of the first check of the settled rhythm. */
  settled: number;
  /** The distance between checks from then on. */
  every: number;
}

/** How long to wait before check number `done` (from 0) of a schedule. */
export function waitBeforeCheck({ early, settled, every }: PollSchedule, done: number): number {
  const moments = [...early, settled];
  const moment = moments[done];
  return moment === undefined ? every : moment - (moments[done - 1] ?? 0);
}

export interface Poll {
  schedule: PollSchedule;
  /** One look. True ends the polling; a rejection counts as "not yet". */
  check: (signal: AbortSignal) => Promise<boolean>;
  /** A look that takes longer is given up, in milliseconds. */
  timeout?: number;
}

/**
 * Looks again and again until `check` says true. A slow look delays the next one instead of overlapping it.
 * Returns a function that ends the polling and aborts a look under way.
 */
export function startPolling({ schedule, check, timeout }: Poll): () => void {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const look = async (done: number) => {
    const expired = new AbortController();
    const expiry = timeout === undefined ? undefined : setTimeout(() => expired.abort(), timeout);
    const signal = AbortSignal.any([stopped.signal, expired.signal]);
    const finished = await check(signal).catch(() => false);
    clearTimeout(expiry);
    if (!finished && !stopped.signal.aborted) wait(done + 1);
  };
  const wait = (done: number) => {
    timer = setTimeout(() => void look(done), waitBeforeCheck(schedule, done));
  };

  wait(0);
  return () => {
    stopped.abort();
    clearTimeout(timer);
  };
}
