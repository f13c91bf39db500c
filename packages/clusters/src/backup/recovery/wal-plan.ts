import type { BaseBackup } from '../ports/cluster-backups.ts';
import type { StoredSegment, StoredWal } from '../store/stored-wal.ts';
import type { Span } from '../wal/timeline-history.ts';
import { parseLsn, type Segment, segmentAt, segmentBefore, segmentName } from '../wal/wal-names.ts';

export interface WalPlan {
  /** In the order of the log. */
  segments: StoredSegment[];
  /** The first segment that is not in the store although later ones are; null: nothing is missing. */
  missing: Segment | null;
}

/**
 * Which stored segments lead from one to the end of a path. Where timelines meet in one segment, that of the later timeline
 * counts: it begins with a copy of the earlier one's.
 */
export function planWal(path: readonly Span[], from: number, wal: StoredWal): WalPlan {
  const spans = withoutEmptyEnd(path, wal);
  const last = lastNumber(spans, wal);
  const segments: StoredSegment[] = [];
  for (let number = from; number <= last; number += 1) {
    const segment = { timeline: timelineAt(spans, number), number };
    const stored = wal.segments.get(segmentName(segment));
    if (!stored || !(stored.isWhole || number === last)) return { segments, missing: segment };
    segments.push(stored);
  }
  return { segments, missing: null };
}

type OfBase = Pick<BaseBackup, 'timeline' | 'startLsn' | 'stopLsn' | 'template'>;

/**
 * The first segment that recovery from a base backup needs from the store: the one after its own, unless the path leaves the
 * backup's timeline before. A template's own is only the beginning of what its cluster wrote there.
 */
export function firstNeeded(path: readonly Span[], base: OfBase): number {
  const isTemplate = base.template !== undefined;
  const afterOwn = isTemplate
    ? segmentAt(parseLsn(base.startLsn))
    : segmentBefore(parseLsn(base.stopLsn)) + 1;
  const next = path[path.findIndex(({ timeline }) => timeline === base.timeline) + 1];
  return next ? Math.min(afterOwn, segmentAt(next.begin)) : afterOwn;
}

/** The lowest number from which every segment up to the end of the path is in the store; one past the end if there is none. */
export function contiguousFrom(path: readonly Span[], wal: StoredWal): number {
  const spans = withoutEmptyEnd(path, wal);
  const last = lastNumber(spans, wal);
  for (let number = last; number >= 0; number -= 1) {
    const stored = wal.segments.get(segmentName({ timeline: timelineAt(spans, number), number }));
    if (!stored || !(stored.isWhole || number === last)) return number + 1;
  }
  return 0;
}

/** A timeline of which nothing is stored yet says nothing of where the log ends. */
function withoutEmptyEnd(path: readonly Span[], wal: StoredWal): readonly Span[] {
  const end = path.findLastIndex(({ timeline }) => wal.last.has(timeline));
  return end < 0 ? path.slice(0, 1) : path.slice(0, end + 1);
}

function lastNumber(spans: readonly Span[], wal: StoredWal): number {
  const span = spans.at(-1);
  const stored = span && wal.last.get(span.timeline);
  if (stored === undefined) return -1;
  return span?.end == null ? stored : Math.min(stored, segmentBefore(span.end));
}

function timelineAt(spans: readonly Span[], number: number): number {
  const span = spans.findLast(({ begin }) => segmentAt(begin) <= number);
  return span?.timeline ?? 1;
}
