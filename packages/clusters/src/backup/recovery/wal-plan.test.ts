import { describe, expect, test } from 'vitest';
import { storedWal } from '../store/stored-wal.ts';
import { pathTo } from '../wal/timeline-history.ts';
import { segmentName } from '../wal/wal-names.ts';
import { base, minute, segments, view } from '../wal-for-test.ts';
import { recoveryWindow } from './choose-recovery.ts';
import { contiguousFrom, firstNeeded, planWal } from './wal-plan.ts';

const LEFT_IN_5 = '1\t0/5000200\tbefore 2026-11-20 10:00:00+00\n';
const one = pathTo(1, null);
const two = pathTo(2, LEFT_IN_5);
const plan = (path: typeof one, from: number, objects: ReturnType<typeof segments>) => {
  const { segments: found, missing } = planWal(path, from, storedWal(objects));
  return {
    names: found.map((each) => `${each.timeline}:${each.number}`),
    missing: missing && segmentName(missing),
  };
};

describe('which segments recovery needs', () => {
  test('all from the first to the last, also an unfinished last one', () => {
    expect(plan(one, 3, segments(1, 2, 3, 4, 5, -6))).toEqual({
      names: ['1:3', '1:4', '1:5', '1:6'],
      missing: null,
    });
    expect(plan(one, 7, segments(1, 5, 6))).toEqual({ names: [], missing: null });
    expect(plan(one, 1, [])).toEqual({ names: [], missing: null });
  });

  test('a hole, or an unfinished one with something after it, is missing', () => {
    expect(plan(one, 3, segments(1, 3, 5))).toEqual({ names: ['1:3'], missing: '000000010000000000000004' });
    expect(plan(one, 3, segments(1, 3, -4, 5))).toMatchObject({ missing: '000000010000000000000004' });
    expect(plan(one, 3, segments(1, 4))).toEqual({ names: [], missing: '000000010000000000000003' });
  });

  test('where timelines meet the later one counts', () => {
    const objects = [...segments(1, 3, 4, 5, 6, 7), ...segments(2, 5, -6)];
    expect(plan(two, 3, objects)).toEqual({ names: ['1:3', '1:4', '2:5', '2:6'], missing: null });
    expect(plan(one, 3, objects).names).toEqual(['1:3', '1:4', '1:5', '1:6', '1:7']);
    expect(plan(two, 3, [...segments(1, 3, 4, 5), ...segments(2, 6)])).toMatchObject({
      missing: '000000020000000000000005',
    });
  });

  test('of a timeline that was only just begun nothing is missing', () => {
    expect(plan(two, 3, segments(1, 3, 4, -5))).toEqual({ names: ['1:3', '1:4', '1:5'], missing: null });
    expect(plan(two, 3, segments(1, 3, 4, 5, 6, 7)).names).toEqual(['1:3', '1:4', '1:5']);
  });

  test('a base backup brings its own, unless the path leaves its timeline within', () => {
    expect(firstNeeded(one, base(1, 4, minute(1)))).toBe(5);
    expect(firstNeeded(two, base(1, 4, minute(1)))).toBe(5);
    expect(firstNeeded(two, base(1, 5, minute(1)))).toBe(5);
    expect(firstNeeded(two, base(2, 8, minute(1)))).toBe(9);
  });

  test('of the template that it was made of, a cluster needs the last segment too', () => {
    const template = { ...base(1, 4, minute(1)), template: '17-project-a-b' };
    expect(firstNeeded(one, template)).toBe(4);
    expect(firstNeeded(two, template)).toBe(4);
    expect(recoveryWindow(view(1, null, segments(1, -4), [template], minute(9)))?.earliest).toEqual(
      minute(1),
    );
    expect(recoveryWindow(view(1, null, segments(1, 5, -6), [template], minute(9)))).toBeNull();
  });

  test('whatever is missing, the two ways to look agree', () => {
    for (let mask = 0; mask < 2 ** 9; mask += 1) {
      const numbers = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((_, bit) => mask & (1 << bit));
      const objects = [
        ...segments(1, ...numbers.filter((n) => n <= 5)),
        ...segments(2, ...numbers.filter((n) => n >= 5)),
      ];
      const wal = storedWal(objects);
      const from = contiguousFrom(two, wal);
      const last = Math.max(...numbers, 0);
      for (let start = 1; start <= last; start += 1)
        expect(planWal(two, start, wal).missing === null, `${numbers} from ${start}`).toBe(start >= from);
    }
  });
});

describe('the window', () => {
  const bases = [base(1, 2, minute(2)), base(1, 6, minute(6))];

  test('begins with the oldest base backup since which nothing is missing', () => {
    const at = (objects: ReturnType<typeof segments>) =>
      recoveryWindow(view(1, null, objects, bases, minute(9)))?.earliest ?? null;
    expect(at(segments(1, 2, 3, 4, 5, 6, 7, -8))).toEqual(minute(2));
    expect(at(segments(1, 2, 3, 5, 6, 7, -8))).toEqual(minute(6));
    expect(at(segments(1, 3, 4, 5, 6, 7))).toEqual(minute(2));
    expect(at(segments(1, 2, 3, 4, 5, 6, 8))).toBeNull();
    expect(at([])).toEqual(minute(2));
  });

  test('there is none without a base backup, an archive, or a pass after the backup', () => {
    const objects = segments(1, 2, 3, 4, 5, 6, 7);
    expect(recoveryWindow(view(1, null, objects, [], minute(9)))).toBeNull();
    expect(recoveryWindow(view(1, null, objects, bases, null))).toBeNull();
    expect(recoveryWindow(view(1, null, objects, bases, minute(1)))).toBeNull();
  });

  test('leaves out base backups of branches that were left', () => {
    const onOther = base(1, 7, minute(7));
    const objects = [...segments(1, 2, 3, 4, 5, 6, 7, 8), ...segments(2, 5, 6)];
    const window = recoveryWindow(view(2, LEFT_IN_5, objects, [onOther], minute(9)));
    expect(window).toBeNull();
    expect(recoveryWindow(view(2, LEFT_IN_5, objects, [bases[0]!, onOther], minute(9)))).toEqual({
      earliest: minute(2),
      latest: minute(9),
      timeline: 2,
    });
  });
});
