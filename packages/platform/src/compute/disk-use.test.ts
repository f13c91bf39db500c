import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  bytesToFree,
  leftBytes,
  quotaBytes,
  readOnlyAtBytes,
  smallestDiskGb,
  usedBytes,
} from './disk-use.ts';

it('counts what people keep, not the log of changes', () => {
  expect(usedBytes({ diskBytes: 1_500, walBytes: 1_000 })).toBe(500);
});

const GB = quotaBytes(1);
const LIMIT = readOnlyAtBytes(1);
/** A disk of one GB with so much data and so much in temporary files. */
const disk = (data: number, temporaryBytes: number) => ({
  diskBytes: data + temporaryBytes,
  walBytes: 0,
  temporaryBytes,
});

it.each([
  ['there is room', 0.5 * GB, 0.4 * GB, 0],
  ['they come to where writes end', LIMIT - 10, 10, 1],
  ['they go beyond it', LIMIT - 100, 150, 51],
  ['most of them must go', 0.5 * GB, 10 * GB, Math.floor(10.5 * GB - LIMIT + 1)],
  ['the data has come that far, and they still fit', LIMIT + 10, 10, 0],
  ['the data has come that far, and they do not fit', GB - 10, 10, 1],
  ['the data alone is too much', GB + 10, 10, 10],
  ['there are none', GB + 10, 0, 0],
])('of temporary files go, where %s, so many', (_, data, temporary, bytes) => {
  const stats = disk(data, temporary);
  expect(Math.floor(bytesToFree(stats, 1))).toBe(bytes);
});

it('knows how much can be written before something must be done', () => {
  expect(leftBytes(disk(LIMIT - 10, 3), 1)).toBe(7);
  expect(leftBytes(disk(LIMIT, 0), 1)).toBe(GB - LIMIT);
  expect(leftBytes(disk(GB + 5, 0), 1)).toBe(-5);
});

it('names the smallest disk that still takes writes, and no smaller one does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: quotaBytes(300) }), (used) => {
      const smallest = smallestDiskGb(used);
      expect(used).toBeLessThan(readOnlyAtBytes(smallest));
      if (smallest > 1) expect(used + 1).toBeGreaterThanOrEqual(readOnlyAtBytes(smallest - 1));
    }),
  );
});
