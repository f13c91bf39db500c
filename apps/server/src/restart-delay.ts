/** Before the first, the second … start after ends that follow each other closely. */
const DELAYS_MS = [0, 500, 2_000, 5_000, 15_000];
/** A process that has served so long was well: what ended it came from outside, and it is missed. */
const WELL_AFTER_MS = 5_000;

/**
 * How long to wait before a process that ended is started again: not at all when it was well, longer each time when it ends
 * again before it is. One that comes up only to die may die every few seconds, but never keeps the machine busy.
 * @returns is called with each end: for how long the process had been ready, null when it never was
 */
export function createRestartDelay(): (readyForMs: number | null) => number {
  let inARow = 0;
  return (readyForMs) => {
    if (readyForMs !== null && readyForMs >= WELL_AFTER_MS) inARow = 0;
    const delay = DELAYS_MS[Math.min(inARow, DELAYS_MS.length - 1)] ?? 0;
    inARow += 1;
    return delay;
  };
}
