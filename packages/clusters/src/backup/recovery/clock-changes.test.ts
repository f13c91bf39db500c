import { expect, test } from 'vitest';
import { type ArchiveState, archiveSpansOf, nextState } from '../store/archive-state.ts';
import { base, CLUSTER, minute, segments, view } from '../wal-for-test.ts';
import { chooseRecovery, requestedBranch } from './choose-recovery.ts';
import { archiveSpanAt, clockSetTo } from './clock-changes.ts';

const MINUTE_MS = 60_000;
const on = (timeline: number) => ({ systemIdentifier: CLUSTER, timeline });
const time = (n: number) => ({ kind: 'time', at: minute(n) }) as const;

/** Passes: the branch, the minute that the clock shows, and where it was set to and the newest segment if it was. */
function lived(...passes: [timeline: number, at: number, clock?: [to: number, segment: number]][]) {
  return passes.reduce<ArchiveState | null>(
    (state, [timeline, at, clock]) =>
      nextState(state, on(timeline), minute(at), clock ? { to: minute(clock[0]), segment: clock[1] } : null),
    null,
  )!;
}

test('the clock was set when it does not go with one that nobody sets', () => {
  const at = (n: number, steadyMs: number | null) =>
    clockSetTo({ moment: minute(10), steadyMs }, { moment: minute(n), steadyMs: 5 * MINUTE_MS });
  expect(at(12, 3 * MINUTE_MS)).toBe(null);
  expect(at(4, 3 * MINUTE_MS)).toEqual(minute(2));
  expect(at(30, 3 * MINUTE_MS)).toEqual(minute(28));
  // A process that has just started may have been away for long.
  expect(at(30, null)).toBe(null);
  expect(at(9, null)).toEqual(minute(3));
});

test('a moment that came twice means its second time, also where a restore in place happened the first time', () => {
  // Ahead from 10 on, restored in place while it was, and back at 12.
  const state = lived([1, 10], [1, 50, [50, 5]], [2, 51], [2, 13, [12, 6]], [2, 20]);
  const branchOf = (n: number) => requestedBranch({ ref: 'abc', target: time(n) }, [], state).timeline;
  expect([5, 15, 20].map(branchOf)).toEqual([1, 2, 2]);
  expect(archiveSpanAt(archiveSpansOf(state), minute(49))?.until).toEqual(minute(10));
});

test('the second time cannot be restored before there is a backup of it, and no other state is given instead', () => {
  // Set back from 20 to 10.
  const state = lived([1, 20], [1, 11, [10, 5]], [1, 18]);
  const early = base(1, 2, minute(2));
  const first = base(1, 4, minute(12));
  const second = base(1, 7, minute(16));
  const seen = (...bases: (typeof early)[]) => ({
    ...view(1, null, segments(1, 2, 3, 4, 5, 6, 7, -8), bases, minute(18)),
    archiveSpans: archiveSpansOf(state),
  });
  const chosen = (n: number, ...bases: (typeof early)[]) =>
    chooseRecovery({ ref: 'abc', target: time(n) }, seen(...bases)).base.id;

  expect(chosen(9, early, first, second)).toBe(early.id);
  expect(chosen(17, early, first, second)).toBe(second.id);
  for (const n of [11, 13, 15])
    expect(() => chosen(n, early, first, second)).toThrow(
      'the clock of this machine was set back from 2026-11-20T00:20:00.000Z to 2026-11-20T00:10:00.000Z',
    );
  expect(() => chosen(15, early, first, second)).toThrow(
    'Choose a moment before 2026-11-20T00:10:00.000Z, or one after 2026-11-20T00:16:00.000Z.',
  );
  expect(() => chosen(17, early, first)).toThrow('or one after 2026-11-20T00:20:00.000Z.');
});

test('moments that a clock went past when it was set right again are from before it went wrong', () => {
  // For two minutes an hour behind, or rather half of one.
  const state = lived([1, 40], [1, 11, [10, 5]], [1, 12], [1, 43, [42, 7]], [1, 50]);
  const before = base(1, 3, minute(20));
  const wrong = base(1, 6, minute(11));
  const seen = {
    ...view(1, null, segments(1, 2, 3, 4, 5, 6, 7, -8), [before, wrong], minute(50)),
    archiveSpans: archiveSpansOf(state),
  };
  const chosen = (n: number) => chooseRecovery({ ref: 'abc', target: time(n) }, seen).base.id;
  expect(chosen(30)).toBe(before.id);
  expect(chosen(12)).toBe(wrong.id);
  expect(chosen(45)).toBe(wrong.id);
});

test('without changes of the clock nothing is refused', () => {
  const state = lived([1, 10], [2, 20], [1, 30]);
  expect(archiveSpansOf(state).map(({ from }) => from?.getUTCMinutes() ?? null)).toEqual([null, 10, 20]);
  expect([5, 10, 15, 25, 35].map((n) => archiveSpanAt(archiveSpansOf(state), minute(n))?.timeline)).toEqual([
    1,
    1,
    2,
    1,
    undefined,
  ]);
});
