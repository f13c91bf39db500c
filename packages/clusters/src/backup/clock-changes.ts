import { type ArchiveState, isSameBranch, type Stay, staysOf } from './archive-state.ts';
import type { BaseRecord } from './base-record.ts';
import type { BranchView } from './choose-recovery.ts';
import { isOnPath } from './timeline-history.ts';
import { parseLsn, segmentAt, segmentStart } from './wal-names.ts';

// A clock that is set back shows moments twice. Such a moment means its second time, which is what people saw last. The log
// bears times only, so that the second time can be told from the first only by a base backup that was taken in between.

/** Less than this is a correction that nobody notices: moments are restored to the second. */
const BACK_MS = 1_000;
const AHEAD_MS = 60_000;
/** A process that has just started does not know how long nobody looked. It was not much longer than it has been running. */
const START_MS = 60_000;

/** When a pass began, by the clock that people see and by one that nobody sets, in milliseconds. */
export interface PassedAt {
  moment: Date;
  steadyMs: number;
}

/**
 * The moment that the clock was set to between two passes; null: it ran evenly.
 * @param before its `steadyMs` is null for a pass of an earlier process
 */
export function clockSetTo(before: { moment: Date; steadyMs: number | null }, now: PassedAt): Date | null {
  const passed = before.steadyMs === null ? null : now.steadyMs - before.steadyMs;
  const drift = now.moment.getTime() - before.moment.getTime() - (passed ?? 0);
  const isSet = drift < -BACK_MS || (passed !== null && drift > AHEAD_MS);
  return isSet ? new Date(now.moment.getTime() - (passed ?? now.steadyMs + START_MS)) : null;
}

type Lived = Stay & { from: Date | null };

/** The stay that a moment means: the newest that has it, else the one in whose end the clock went past it. */
export function stayAt(stays: readonly Lived[], moment: Date): Lived | undefined {
  const having = stays.findLast(({ from, until }) => (from === null || moment > from) && moment <= until);
  if (having) return having;
  return stays.findLast(({ until, clockSetTo: to }) => until < moment && to !== undefined && moment <= to);
}

export interface Clocked {
  /** Base backups taken before the clock was set in the end of the stay that a moment means. */
  bases: BaseRecord[];
  /** The newest stay before that which has, or is past, the moment too; a backup from before its end does not do. */
  former: (Stay & { lastSegment: number; next: Date }) | null;
}

/** What clock changes leave of the ways to a moment on a branch. */
export function clockedWays(view: BranchView, moment: Date): Clocked {
  const { stays, bases } = view;
  const meant = stayAt(
    stays.filter((stay) => isSameBranch(stay, view)),
    moment,
  );
  const index = meant === undefined ? stays.length : stays.indexOf(meant);
  const end = stays.slice(index).find(({ lastSegment }) => lastSegment !== undefined)?.lastSegment;
  const former = stays
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

/** Whether a base backup was taken after the clock was set in the end of a stay: every backup begins a segment. */
export function isAfter(base: BaseRecord, { lastSegment }: { lastSegment: number }): boolean {
  return segmentOf(base) > lastSegment;
}

/** Stays of which something is on a path: on others nothing that happened to the clock matters. */
export function staysOn(
  state: ArchiveState | null,
  systemIdentifier: string,
  path: BranchView['path'],
): Lived[] {
  if (state === null) return [];
  return staysOf(state).filter(
    (stay) =>
      stay.systemIdentifier === systemIdentifier &&
      isOnPath(path, stay.timeline, segmentStart(stay.lastSegment ?? 0)),
  );
}

function segmentOf({ startLsn }: BaseRecord): number {
  return segmentAt(parseLsn(startLsn));
}
