import { expect, test } from 'vitest';
import { storedWal } from '../store/stored-wal.ts';
import { minute, segments } from '../wal-for-test.ts';
import { serverTime, splitAtTarget } from './recovery-settings.ts';

const stored = [...storedWal(segments(1, 1, 2, 3, 4, 5, 6, 7, 8, -9)).segments.values()];
const counts = (at: Date) => splitAtTarget(stored, { kind: 'time', at }).map((part) => part.length);

test('the log beyond a moment waits until recovery asks for it', () => {
  expect(counts(minute(0))).toEqual([3, 6]);
  expect(counts(minute(3))).toEqual([6, 3]);
  expect(counts(minute(8))).toEqual([9, 0]);
  expect(counts(minute(50))).toEqual([9, 0]);
});

test('to the newest all is needed, to the end of a backup nothing', () => {
  expect(splitAtTarget(stored, { kind: 'latest' })).toEqual([stored, []]);
  expect(splitAtTarget(stored, { kind: 'backup', id: 'x' })).toEqual([[], []]);
});

test('a store that does not tell the time gives all at once', () => {
  const timeless = stored.map((segment) => ({ ...segment, storedAt: null }));
  expect(splitAtTarget(timeless, { kind: 'time', at: minute(0) })).toEqual([timeless, []]);
});

test('the server reads moments in a form of its own', () => {
  expect(serverTime(new Date('2026-11-20T08:49:46.866Z'))).toBe('2026-11-20 08:49:46.866000+00');
});
