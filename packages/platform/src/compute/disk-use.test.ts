import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quotaBytes, readOnlyAtBytes, smallestDiskGb, usedBytes } from './disk-use.ts';

it('counts what people keep, not the log of changes', () => {
  expect(usedBytes({ diskBytes: 1_500, walBytes: 1_000 })).toBe(500);
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
