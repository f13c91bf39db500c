import { expect, test } from 'vitest';
import { copiesToKeep } from './pool-size.ts';

const GB = 1_000_000_000;
const COPY = 41_000_000;

test.each([
  ['a large disk', 500 * GB, 0, 0, 2],
  ['a large disk with all the others ready', 500 * GB, 2, 6, 2],
  ['room for all eight', 17 * GB, 0, 6, 2],
  ['10 GB free: four copies together', 10 * GB, 0, 2, 2],
  ['10 GB free and four of others', 10 * GB, 0, 4, 0],
  ['10 GB free and three of others', 10 * GB, 0, 3, 1],
  ['5 GB free', 5 * GB, 0, 0, 2],
  ['4.05 GB free: one', 4.05 * GB, 0, 0, 1],
  ['less than 4 GB free', 3.9 * GB, 0, 0, 0],
  ['a disk that filled up since they were made', 1 * GB, 2, 6, 0],
  ['what is ready counts as free', 3.99 * GB, 1, 0, 1],
  ['a full disk', 0, 2, 0, 0],
  ['a disk that nobody can ask', null, 0, 6, 2],
])('%s', (_, freeBytes, ready, others, expected) => {
  expect(copiesToKeep(2, { freeBytes, copyBytes: COPY, ready, others })).toBe(expected);
});

test('all copies together are at most a fiftieth of what is free', () => {
  for (let free = 0; free < 40 * GB; free += GB / 3) {
    let others = 0;
    for (let version = 0; version < 4; version += 1)
      others += copiesToKeep(2, { freeBytes: free - others * COPY, copyBytes: COPY, ready: 0, others });
    expect(others * COPY).toBeLessThanOrEqual(free / 50);
  }
});

test('nothing is wanted: nothing is kept', () => {
  expect(copiesToKeep(0, { freeBytes: 500 * GB, copyBytes: COPY, ready: 2, others: 0 })).toBe(0);
});
