import { expect, test } from 'vitest';
import { createRestartDelay } from './restart-delay.ts';

test.each([
  ['the first end', [null], [0]],
  ['a start that fails again and again', Array(7).fill(null), [0, 500, 2_000, 5_000, 15_000, 15_000, 15_000]],
  ['a process that dies as soon as it is ready', [10, 10, 4_999, 0], [0, 500, 2_000, 5_000]],
  ['one that is killed every few seconds while it is well', [6_000, 6_000, 6_000, 6_000], [0, 0, 0, 0]],
  ['one that recovers', [null, null, null, 60_000, null], [0, 500, 2_000, 0, 500]],
])('%s', (_, ends, delays) => {
  const delayAfter = createRestartDelay();
  expect(ends.map((readyForMs) => delayAfter(readyForMs))).toEqual(delays);
});
