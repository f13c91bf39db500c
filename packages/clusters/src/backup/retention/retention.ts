import type { BranchView } from '../recovery/choose-recovery.ts';
import type { BaseRecord } from '../store/base-record.ts';
import type { StoredSegment } from '../store/stored-wal.ts';
import { parseLsn, segmentAt, segmentBefore } from '../wal/wal-names.ts';

/** A branch that moments since `from` are on. */
export interface NeededBranch {
  view: BranchView;
  from: Date;
}

/**
 * Which base backups stay: for each branch the newest from before the first moment that is needed, all that are newer, and always
 * the newest two of all: a clock that went ahead for a while must not leave only the one that was taken then.
 */
export function basesToKeep(
  records: readonly BaseRecord[],
  needed: readonly NeededBranch[],
  keepFrom: Date,
): Set<string> {
  const kept = new Set(records.filter(({ finishedAt }) => finishedAt >= keepFrom).map(({ id }) => id));
  for (const { id } of records.slice(-2)) kept.add(id);
  for (const { view, from } of needed) {
    const base = view.bases.findLast(({ finishedAt }) => finishedAt <= from);
    if (base) kept.add(base.id);
  }
  return kept;
}

/**
 * Which stored WAL is needed by none of these branches, given the base backups that stay. While a branch has no base backup all of
 * its WAL stays: one may be on its way.
 */
export function walToDelete(
  stored: Iterable<StoredSegment>,
  needed: readonly NeededBranch[],
  kept: ReadonlySet<string>,
): StoredSegment[] {
  const ranges = needed.flatMap(({ view }) => rangesOf(view, kept));
  return [...stored].filter(
    ({ timeline, number }) =>
      !ranges.some((range) => range.timeline === timeline && range.first <= number && number <= range.last),
  );
}

interface Range {
  timeline: number;
  first: number;
  last: number;
}

function rangesOf({ path, bases }: BranchView, kept: ReadonlySet<string>): Range[] {
  const starts = bases.filter(({ id }) => kept.has(id)).map(({ startLsn }) => segmentAt(parseLsn(startLsn)));
  const start = starts.length === 0 ? 0 : Math.min(...starts);
  return path.map(({ timeline, begin, end }) => ({
    timeline,
    first: Math.max(start, segmentAt(begin)),
    last: end === null ? Number.POSITIVE_INFINITY : segmentBefore(end),
  }));
}
