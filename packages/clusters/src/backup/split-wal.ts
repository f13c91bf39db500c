import type { RecoveryTarget } from './cluster-backups.ts';
import type { StoredSegment } from './stored-wal.ts';

/** Clocks may differ, and the record that says "later than the target" may come in the next segment. */
const MARGIN_MS = 60_000;
const SEGMENTS_BEYOND = 1;

/**
 * The log that probably is enough to reach a target, and the rest. A segment holds nothing later than the moment at which it was
 * stored. A hint only: if it was wrong recovery gets the rest too.
 */
export function splitAtTarget(
  segments: StoredSegment[],
  target: RecoveryTarget,
): [first: StoredSegment[], rest: StoredSegment[]] {
  if (target.kind === 'backup') return [[], []];
  if (target.kind === 'latest') return [segments, []];
  const limit = target.at.getTime() + MARGIN_MS;
  const reached = segments.findIndex(({ storedAt }) => storedAt !== null && storedAt.getTime() > limit);
  const count = reached < 0 ? segments.length : reached + 1 + SEGMENTS_BEYOND;
  return [segments.slice(0, count), segments.slice(count)];
}
