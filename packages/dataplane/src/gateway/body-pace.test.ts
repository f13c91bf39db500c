import { expect, test } from 'vitest';
import { createPaceJudge } from './body-pace.ts';

const PACE = { silenceMs: 3_000, windowMs: 5_000, bytesPerSecond: 100, tickMs: 1_000 };

test.each([
  ['nothing at all', [0, 0, 0], 3],
  ['silence after a good beginning', [9_000, 0, 0, 0], 4],
  ['silence that ends in time', [500, 0, 0, 9_000, 0, 0, 500], null],
  ['a byte now and then', [1, 1, 1, 1, 1], 5],
  ['just too little in its first stretch', [100, 100, 100, 100, 99], 5],
  ['just enough', [100, 100, 100, 100, 100, 0, 0, 500, 0, 0, 500], null],
  ['little after a great deal', [1_000_000, 1, 1, 1, 1, 1, 1, 1, 1, 1], 10],
  ['a slow beginning that goes faster', [1, 1, 1, 1, 600], null],
])('%s', (_, ticks, endsAt) => {
  const isTooSlow = createPaceJudge(PACE);
  const end = ticks.findIndex((bytes) => isTooSlow(bytes));
  expect(end === -1 ? null : end + 1).toBe(endsAt);
});
