import { expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

test('one project has its share, all together have theirs, and what is taken back is there again', () => {
  const budget = new ByteBudget({ maxBytes: 100, maxProjectBytes: 60 });
  expect([budget.fits('a', 60), budget.fits('a', 61)]).toEqual([true, false]);
  budget.count('a', 60);
  expect([budget.heldBy('a'), budget.heldBy('b')]).toEqual([60, 0]);
  expect([budget.fits('a', 1), budget.fits('b', 41), budget.fits('b', 40)]).toEqual([false, false, true]);
  budget.count('b', 40);
  budget.count('a', -60);
  expect(budget.heldBy('a')).toBe(0);
  expect([budget.fits('b', 21), budget.fits('b', 20), budget.fits('c', 61)]).toEqual([false, true, false]);
});
