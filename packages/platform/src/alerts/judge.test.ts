import { expect, it } from 'vitest';
import { type Condition, judge, type Points } from './judge.ts';

const busy: Condition = { metric: 'cpu_percent', comparison: 'above', threshold: 80, minutes: 4 };
const failing: Condition = { metric: 'error_percent', comparison: 'above', threshold: 5, minutes: 4 };
const quiet: Condition = { metric: 'requests_per_minute', comparison: 'below', threshold: 1, minutes: 2 };

it.each<[string, Condition, Points, string]>([
  ['is broken when all minutes are out of bounds', busy, [81, 90, 85, 99], 'broken'],
  ['looks only at its own time', busy, [10, 81, 90, 85, 99], 'broken'],
  ['does not fire at its threshold', busy, [80, 80, 80, 80], 'kept'],
  ['is not broken yet while one minute was within', busy, [10, 90, 85, 99], 'unknown'],
  ['is kept with the first minute within', busy, [90, 90, 90, 10], 'kept'],
  ['takes half of its time for enough', busy, [null, null, 90, 90], 'broken'],
  ['does not take one minute for enough', busy, [null, null, null, 90], 'unknown'],
  ['says nothing where nothing was measured', busy, [null, null, null, null], 'unknown'],
  ['says nothing without any points', busy, [], 'unknown'],
  ['takes the only request of its time, when it failed', failing, [null, 100, null, null], 'broken'],
  ['takes the last known minute', failing, [100, 0, null, null], 'kept'],
  ['can watch for nothing', quiet, [0, 0], 'broken'],
  ['can watch for nothing, and see something', quiet, [0, 1], 'kept'],
])('a rule %s', (_, condition, points, is) => expect(judge(points, condition).is).toBe(is));
