import { expect, test } from 'vitest';
import { keepFrom } from './backup-settings.ts';

const day = (n: number, hour = 2) => new Date(Date.UTC(2026, 10, n, hour));
const keptFrom = (taken: Date[], now: Date) =>
  keepFrom({ retentionDays: 3, planRetentionDays: 7 }, taken, now);

test('what is older than the retention is not needed, however many backups a day there are', () => {
  const often = [8, 7, 6].map((hour) => day(10, hour));
  expect(keptFrom([...often, day(9), day(8), day(7), day(6)], day(10, 12))).toEqual(day(7, 12));
});

test('a clock that went ahead takes away one day for each backup that was taken then', () => {
  const before = [day(10), day(9), day(8), day(7)];
  expect(keptFrom(before, day(28))).toEqual(day(8));
  expect(keptFrom([day(28), ...before], day(28, 3))).toEqual(day(9));
  // And when it is set back.
  expect(keptFrom([day(10, 9), day(28), ...before], day(10, 10))).toEqual(day(7, 10));
});
