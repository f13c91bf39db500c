import { expect, test } from 'vitest';
import { type ArchiveState, branchesSince, nextState } from '../store/archive-state.ts';
import { base, CLUSTER, minute, segments, view } from '../wal-for-test.ts';
import { chooseRecovery, recoveryWindow, requestedBranch } from './choose-recovery.ts';

const branch = (timeline: number, systemIdentifier = CLUSTER) => ({ systemIdentifier, timeline });
const time = (n: number) => ({ kind: 'time', at: minute(n) }) as const;
/** On 1 until minute 10, on 2 until 20, put back to 1 until 30, then upgraded. */
const lived: ArchiveState = [
  [branch(1), 10],
  [branch(2), 20],
  [branch(1), 30],
  [branch(1, '8'), 40],
].reduce<ArchiveState | null>(
  (state, [on, at]) => nextState(state, on as never, minute(at as number)),
  null,
)!;

test('a moment is on the branch that the cluster was on then', () => {
  const at = (n: number, timeline?: number) =>
    requestedBranch({ ref: 'abc', target: time(n), ...(timeline && { timeline }) }, [], lived);
  expect([5, 10, 15, 25, 35].map((n) => at(n))).toMatchObject([
    branch(1),
    branch(1),
    branch(2),
    branch(1),
    branch(1, '8'),
  ]);
  expect(at(5, 2)).toMatchObject(branch(2));
  expect(requestedBranch({ ref: 'abc', target: { kind: 'latest' } }, [], lived)).toMatchObject(
    branch(1, '8'),
  );
});

test('after the clock was set back recovery begins with the newest backup by the log, not by the clock', () => {
  const before = base(1, 2, minute(30));
  const after = base(1, 4, minute(10));
  const seen = view(1, null, segments(1, 1, 2, 3, 4, 5, -6), [after, before], minute(40));
  expect(seen.bases.map(({ id }) => id)).toEqual([before.id, after.id]);
  for (const target of [time(35), { kind: 'latest' } as const])
    expect(chooseRecovery({ ref: 'abc', target }, seen).base.id).toBe(after.id);
  expect(recoveryWindow(seen)).toMatchObject({ earliest: minute(10), latest: minute(40) });
  expect(recoveryWindow({ ...seen, latest: minute(20) })).toMatchObject({ earliest: minute(10) });
});

test('a backup brings its own branch, also after an upgrade', () => {
  const record = base(2, 4, minute(15));
  const target = { kind: 'backup', id: record.id } as const;
  expect(requestedBranch({ ref: 'abc', target }, [record], lived)).toMatchObject(branch(2));
  expect(() =>
    requestedBranch({ ref: 'abc', target: { kind: 'backup', id: 'other' } }, [record], lived),
  ).toThrow('There is no backup other of abc.');
});

test('recovery begins at the newest backup before the moment', () => {
  const bases = [base(1, 2, minute(2)), base(1, 6, minute(6))];
  const all = view(1, null, segments(1, 2, 3, 4, 5, 6, 7, -8), bases, minute(9));
  const start = (n: number) => chooseRecovery({ ref: 'abc', target: time(n) }, all).base.finishedAt;
  expect([2, 5, 6, 9].map(start)).toEqual([2, 2, 6, 6].map(minute));
  for (const n of [1, 10])
    expect(() => start(n)).toThrow(
      'choose a moment from 2026-11-20T00:02:00.000Z to 2026-11-20T00:09:00.000Z.',
    );
});

test('to the newest there must be no gap; to a moment there may be one after it', () => {
  const holed = view(1, null, segments(1, 2, 3, 4, 6, 7), [base(1, 2, minute(2))], minute(9));
  expect(() => chooseRecovery({ ref: 'abc', target: { kind: 'latest' } }, holed)).toThrow(
    'number 5 of timeline 1',
  );
  expect(chooseRecovery({ ref: 'abc', target: time(3) }, holed)).toMatchObject({
    segments: [{ number: 3 }, { number: 4 }],
    missing: { number: 5 },
  });
});

test('the branches that moments since some time are on', () => {
  const since = (n: number) =>
    branchesSince(lived, minute(n)).map(({ branch: on, from }) => [on.timeline, from.getUTCMinutes()]);
  expect(since(5)).toEqual([
    [1, 5],
    [2, 10],
    [1, 20],
    [1, 30],
  ]);
  expect(since(25)).toEqual([
    [1, 25],
    [1, 30],
  ]);
  expect(since(50)).toEqual([[1, 50]]);
});
