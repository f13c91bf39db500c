import { describe, expect, test } from 'vitest';
import { storedWal } from '../store/stored-wal.ts';
import { base, minute, segments, view } from '../wal-for-test.ts';
import { basesToKeep, walToDelete } from './retention.ts';

const LEFT_IN_5 = '1\t0/5000200\tbefore 2026-11-20 10:00:00+00\n';
const numbers = (deleted: { timeline: number; number: number }[]) =>
  deleted.map(({ timeline, number }) => `${timeline}:${number}`);

describe('on one timeline', () => {
  const records = [2, 4, 6].map((n) => base(1, n, minute(n)));
  const [first, second, third] = records.map(({ id }) => id);
  const objects = segments(1, 1, 2, 3, 4, 5, 6, 7, -8);
  const needed = (from: Date) => [{ view: view(1, null, objects, records, minute(9)), from }];

  test.each([
    ['long ago', 0, [first, second, third]],
    ['just when the first was finished', 2, [first, second, third]],
    ['between', 5, [second, third]],
    ['after the last', 8, [second, third]],
    ['by a clock that went ahead', 59, [second, third]],
  ])('%s', (_, n, ids) => {
    expect([...basesToKeep(records, needed(minute(n)), minute(n))].sort()).toEqual(ids);
  });

  test('the log goes as far as no backup that stays needs it', () => {
    const deleted = (kept: string[]) =>
      numbers(walToDelete(storedWal(objects).segments.values(), needed(minute(0)), new Set(kept)));
    expect(deleted([second!, third!])).toEqual(['1:1', '1:2', '1:3']);
    expect(deleted([third!])).toEqual(['1:1', '1:2', '1:3', '1:4', '1:5']);
    expect(deleted([])).toEqual([]);
  });
});

describe('after a restore in place', () => {
  const onFirst = base(1, 2, minute(2));
  const abandoned = base(1, 7, minute(7));
  const records = [onFirst, abandoned];
  const objects = [...segments(1, 1, 2, 3, 4, 5, 6, 7, 8), ...segments(2, 5, 6, -7)];
  const present = { view: view(2, LEFT_IN_5, objects, records, minute(20)), from: minute(10) };
  const past = { view: view(1, null, objects, records, minute(10)), from: minute(8) };

  test('the backup that the present branch comes from stays, however old', () => {
    expect([...basesToKeep(records, [present], minute(15))].sort()).toEqual([onFirst.id, abandoned.id]);
    const newer = base(2, 6, minute(16));
    const all = [...records, newer];
    const later = { view: view(2, LEFT_IN_5, objects, all, minute(20)), from: minute(17) };
    expect([...basesToKeep(all, [later], minute(17))].sort()).toEqual([abandoned.id, newer.id]);
  });

  test('the abandoned branch goes once no moment on it is needed', () => {
    const stored = storedWal(objects).segments;
    const kept = new Set(records.map(({ id }) => id));
    expect(numbers(walToDelete(stored.values(), [present], kept))).toEqual(['1:1', '1:6', '1:7', '1:8']);
    expect(numbers(walToDelete(stored.values(), [past, present], kept))).toEqual(['1:1']);
  });
});

test('whatever is asked for, what a kept backup needs to reach the end of its branch stays', () => {
  const records = [1, 3, 5, 7].map((n) => base(1, n, minute(n)));
  const objects = segments(1, 0, 1, 2, 3, 4, 5, 6, 7, 8, -9);
  const seen = view(1, null, objects, records, minute(9));
  for (let n = 0; n < 12; n += 1) {
    const kept = basesToKeep(records, [{ view: seen, from: minute(n) }], minute(n));
    const gone = walToDelete(seen.wal.segments.values(), [{ view: seen, from: minute(n) }], kept);
    for (const [index, { id }] of records.entries())
      if (kept.has(id)) expect(gone.every(({ number }) => number < index * 2 + 1)).toBe(true);
    expect(kept.size).toBeGreaterThan(0);
  }
});
