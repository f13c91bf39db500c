import { BackupError, type RecoveryWindow, type RestoreRequest } from '../ports/cluster-backups.ts';
import { type ArchiveSpan, type ArchiveState, archiveSpansOf, type Branch } from '../store/archive-state.ts';
import type { BaseRecord } from '../store/base-record.ts';
import type { StoredSegment, StoredWal } from '../store/stored-wal.ts';
import { isOnPath, type Span } from '../wal/timeline-history.ts';
import { parseLsn, type Segment } from '../wal/wal-names.ts';
import { archiveSpanAt, clockedWays, isAfter } from './clock-changes.ts';
import { contiguousFrom, firstNeeded, planWal } from './wal-plan.ts';

/** From the first base backup since which nothing is missing, to the last moment in the store. Null: no moment at all. */
export function recoveryWindow({ path, wal, bases, latest, timeline }: BranchView): RecoveryWindow | null {
  const from = contiguousFrom(path, wal);
  // Not simply that of the oldest: it may bear a later time than newer ones, from before the clock was set back.
  const starts = bases.filter((base) => firstNeeded(path, base) >= from).map(({ finishedAt }) => finishedAt);
  const [earliest] = starts.sort((a, b) => a.getTime() - b.getTime());
  if (!earliest || !latest || earliest > latest) return null;
  return { earliest, latest, timeline };
}

/** What the store knows of one branch. */
export interface BranchView extends Branch {
  path: readonly Span[];
  wal: StoredWal;
  /** Base backups on its path, oldest first. */
  bases: readonly BaseRecord[];
  /** The last moment that is in the store; null if the cluster never was on it. */
  latest: Date | null;
  /** The archive spans of which a part is on its path, each with the moment it began. */
  archiveSpans: readonly (ArchiveSpan & { from: Date | null })[];
}

export interface RecoveryChoice {
  base: BaseRecord;
  timeline: number;
  /** The log that recovery needs besides what is in the base backup. */
  segments: StoredSegment[];
  /** Where the log stops because something is not in the store. */
  missing: Segment | null;
}

export type RecoveryRequest = Pick<RestoreRequest, 'ref' | 'target' | 'timeline'>;

/**
 * Base backups of a branch: of the same cluster, and taken before its path left the timeline that they are on. In the order of
 * the log, which is that of what happened, also when a clock was set back in between.
 */
export function basesOn(
  records: readonly BaseRecord[],
  systemIdentifier: string,
  path: readonly Span[],
): BaseRecord[] {
  return records
    .filter(
      (record) =>
        record.systemIdentifier === systemIdentifier &&
        isOnPath(path, record.timeline, parseLsn(record.stopLsn)),
    )
    .sort((a, b) => (parseLsn(a.stopLsn) < parseLsn(b.stopLsn) ? -1 : 1));
}

/**
 * The branch that a request means. A moment is on the branch that the cluster was on then, so that it gives what people saw then,
 * even if the cluster has left that branch since.
 * @throws {BackupError} not_found
 */
export function requestedBranch(
  request: RecoveryRequest,
  records: readonly BaseRecord[],
  state: ArchiveState | null,
): Branch {
  const { ref, target } = request;
  if (target.kind === 'backup') return requestedBackup(ref, target.id, records);
  if (!state)
    throw new BackupError(
      'out_of_range',
      `Nothing of ${ref} has been archived yet, so no moment can be restored.`,
    );
  const { systemIdentifier, timeline } =
    target.kind === 'time' ? (archiveSpanAt(archiveSpansOf(state), target.at) ?? state) : state;
  if (request.timeline === undefined) return { systemIdentifier, timeline };
  const requested = state.left.findLast((span) => span.timeline === request.timeline);
  if (request.timeline === state.timeline || !requested)
    return { systemIdentifier: state.systemIdentifier, timeline: request.timeline };
  return requested;
}

/**
 * Where recovery begins and what it needs.
 * @throws {BackupError} out_of_range, gap, not_found
 */
export function chooseRecovery(request: RecoveryRequest, view: BranchView): RecoveryChoice {
  const { ref, target } = request;
  if (target.kind === 'backup')
    return {
      base: requestedBackup(ref, target.id, view.bases),
      timeline: view.timeline,
      segments: [],
      missing: null,
    };
  const base = target.kind === 'time' ? baseBefore(ref, target.at, view) : view.bases.at(-1);
  if (!base)
    throw new BackupError('out_of_range', `There is no backup of ${ref} to begin with: take one first.`);
  const { segments, missing } = planWal(view.path, firstNeeded(view.path, base), view.wal);
  if (missing && target.kind === 'latest') throw gap(ref, missing);
  return { base, timeline: view.timeline, segments, missing };
}

export function gap(ref: string, missing: Segment): BackupError {
  return new BackupError(
    'gap',
    `The archive of ${ref} lacks a piece of the log (number ${missing.number} of timeline ${missing.timeline}) before that moment. ` +
      'Choose a moment before the gap, or one after the first backup that followed it.',
  );
}

function baseBefore(ref: string, moment: Date, view: BranchView): BaseRecord {
  const { bases, former } = clockedWays(view, moment);
  const base = bases.findLast(({ finishedAt }) => finishedAt <= moment);
  if (base && view.latest && moment <= view.latest) {
    if (former === null || isAfter(base, former)) return base;
    const since = bases.find((each) => isAfter(each, former));
    throw twice(ref, moment, former, since?.finishedAt ?? former.until);
  }
  throw outOfRange(ref, moment, view.bases[0]?.finishedAt ?? null, view.latest);
}

function twice(ref: string, moment: Date, { until, next }: { until: Date; next: Date }, since: Date) {
  return new BackupError(
    'out_of_range',
    `The database ${ref} cannot be restored to ${iso(moment)}: the clock of this machine was set back from ${iso(until)} to ` +
      `${iso(next)}, and what happened then cannot be told from what had happened before. ` +
      `Choose a moment before ${iso(next)}, or one after ${iso(since)}.`,
  );
}

export function outOfRange(
  ref: string,
  moment: Date,
  earliest: Date | null,
  latest: Date | null,
): BackupError {
  const refusal = `The database ${ref} cannot be restored to ${iso(moment)}`;
  if (!earliest || !latest || earliest > latest)
    return new BackupError('out_of_range', `${refusal}: no moment of that timeline can be restored.`);
  return new BackupError(
    'out_of_range',
    `${refusal}: choose a moment from ${iso(earliest)} to ${iso(latest)}.`,
  );
}

function requestedBackup(ref: string, id: string, records: readonly BaseRecord[]): BaseRecord {
  const record = records.find((each) => each.id === id);
  if (record) return record;
  throw new BackupError('not_found', `There is no backup ${id.slice(0, 40)} of ${ref}.`);
}

function iso(moment: Date): string {
  return moment.toISOString();
}
