import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest stretch of work, in milliseconds, before other requests get their turn. */
const STRETCH_MS = 8;

/** Breaks long work into stretches: `if (pace.isDue()) await pace.rest()` between two pieces. */
export function createPace() {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > STRETCH_MS,
    rest: async () => {
      await nextTurn();
      since = performance.now();
    },
  };
}

export type Pace = ReturnType<typeof createPace>;
