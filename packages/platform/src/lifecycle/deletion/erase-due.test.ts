import { expect, it } from 'vitest';
import { dueForLong } from './erase-due.ts';

it('is what was due at every look for so long', () => {
  const longDue = dueForLong(100);
  expect(longDue([1, 2], 0)).toEqual([]);
  expect(longDue([1, 2, 3], 99)).toEqual([]);
  expect(longDue([1, 2, 3], 100)).toEqual([1, 2]);
  expect(longDue([1, 3], 200)).toEqual([1, 3]);
});

it('begins anew with what was not due in between, because the clock came back', () => {
  const longDue = dueForLong(100);
  longDue([1], 0);
  longDue([], 60);
  expect(longDue([1], 120)).toEqual([]);
  expect(longDue([1], 220)).toEqual([1]);
});

it('is all of it at once where nothing is waited for', () => {
  expect(dueForLong(0)([1, 2], 5)).toEqual([1, 2]);
});
