import { type ArchiveSpan, type ArchiveState, archiveSpansOf, isSameBranch } from '../store/archive-state.ts';
import type { BaseRecord } from '../store/base-record.ts';
import { isOnPath } from '../wal/timeline-history.ts';
import { parseLsn, segmentAt, segmentStart } from '../wal/wal-names.ts';
import type { BranchView } from './choose-recovery.ts';

// When the machine's clock is set back, it shows the same times again. A user who restores to such a time means the second one,
// because that is what he saw last. The log records only the time of each commit, so recovery that starts before the clock was
// set would stop at the first one. Only a base backup taken after the clock was set leads to the second.

/** A smaller step back is ignored: users choose a moment to the second, so they cannot notice it. */
const BACK_MS = 1_000;
/** A smaller step forward is ignored. */
const AHEAD_MS = 60_000;
/**
 * After a start we do not know how much time has passed since the last pass of the former process. We assume the time for which
 * this process has been running plus this.
 */
const START_MS = 60_000;

/** When a pass of the archiver began: by the wall clock, which can be set, and by a monotonic clock in milliseconds, which cannot. */
export interface PassedAt {
  moment: Date;
  steadyMs: number;
}

/**
 * The time to which the clock was set between two passes. Null if it was not set.
 * @param before the previous pass; its `steadyMs` is null if an earlier process made it
 */
export function clockSetTo(before: { moment: Date; steadyMs: number | null }, now: PassedAt): Date | null {
  const passed = before.steadyMs === null ? null : now.steadyMs - before.steadyMs;
  const drift = now.moment.getTime() - before.moment.getTime() - (passed ?? 0);
  const isSet = drift < -BACK_MS || (passed !== null && drift > AHEAD_MS);
  return isSet ? new Date(now.moment.getTime() - (passed ?? now.steadyMs + START_MS)) : null;
}

type StartedSpan = ArchiveSpan & { from: Date | null };

/**
 * The archive span to which a moment belongs: the newest one that contains it. If none does because the clock was set forward
 * past it, the span that ended then.
 */
export function archiveSpanAt(archiveSpans: readonly StartedSpan[], moment: Date): StartedSpan | undefined {
  const containing = archiveSpans.findLast(
    ({ from, until }) => (from === null || moment > from) && moment <= until,
  );
  if (containing) return containing;
  return archiveSpans.findLast(
    ({ until, clockSetTo: to }) => until < moment && to !== undefined && moment <= to,
  );
}

export interface Clocked {
  /** The base backups from which the moment can be reached: those taken before the next time that the clock was set. */
  bases: BaseRecord[];
  /**
   * The last earlier span in which the clock had already reached the moment, before it was set back. Recovery has to start from a
   * base backup taken after the end of this span, or it would stop at the wrong one of the two. Null if there is none.
   */
  former: (ArchiveSpan & { lastSegment: number; next: Date }) | null;
}

/** Which base backups lead to a moment on a branch, given when the clock was set. */
export function clockedWays(view: BranchView, moment: Date): Clocked {
  const { archiveSpans, bases } = view;
  const meant = archiveSpanAt(
    archiveSpans.filter((span) => isSameBranch(span, view)),
    moment,
  );
  const index = meant === undefined ? archiveSpans.length : archiveSpans.indexOf(meant);
  const end = archiveSpans.slice(index).find(({ lastSegment }) => lastSegment !== undefined)?.lastSegment;
  const former = archiveSpans
    .slice(0, index)
    .findLast(({ lastSegment, until }) => lastSegment !== undefined && until > moment);
  return {
    bases: bases.filter((base) => end === undefined || segmentOf(base) <= end),
    former:
      former?.lastSegment === undefined
        ? null
        : { ...former, lastSegment: former.lastSegment, next: former.clockSetTo ?? former.until },
  };
}

/** Whether a base backup was taken after a span had ended. Segments tell, because every base backup begins a new one. */
export function isAfter(base: BaseRecord, { lastSegment }: { lastSegment: number }): boolean {
  return segmentOf(base) > lastSegment;
}

/** The archive spans of which a part is on a path. Clock changes in other spans have no effect on recovery along this path. */
export function archiveSpansOn(
  state: ArchiveState | null,
  systemIdentifier: string,
  path: BranchView['path'],
): StartedSpan[] {
  if (state === null) return [];
  return archiveSpansOf(state).filter(
    (span) =>
      span.systemIdentifier === systemIdentifier &&
      isOnPath(path, span.timeline, segmentStart(span.lastSegment ?? 0)),
  );
}

function segmentOf({ startLsn }: BaseRecord): number {
  return segmentAt(parseLsn(startLsn));
}
