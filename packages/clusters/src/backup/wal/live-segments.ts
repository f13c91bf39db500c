import type { WalFiles } from '../../driver.ts';
import { pathTo } from './timeline-history.ts';
import { parseSegmentName, type Segment, segmentName, segmentStart, timelineName } from './wal-names.ts';
import { LONG_HEADER_BYTES, systemIdentifierOf, timelineOf } from './wal-page.ts';

const NOBODY_SAYS = 1n << 64n;
/** A history has a line per ancestor; what is longer is none. */
const LONGEST_HISTORY = 1024 * 1024;

export interface LiveSegment extends Segment {
  systemIdentifier: string;
}

/**
 * The segments of `pg_wal` in which something has been written, in the order of their names; files that wait there to become
 * later segments are not among them, whatever they were before.
 * @param after leave out everything up to this one
 */
export async function liveSegments(files: WalFiles, after: Segment | null): Promise<LiveSegment[]> {
  const last = after ? segmentName(after) : '';
  const segments = (await files.list('log'))
    .filter((name) => name > last)
    .flatMap((name) => parseSegmentName(name) ?? []);
  const heads = await files.heads('log', segments.map(segmentName), LONG_HEADER_BYTES);
  const live: LiveSegment[] = [];
  for (const [index, segment] of segments.entries()) {
    const systemIdentifier = await identifierIn(files, segment, heads[index] ?? null);
    if (systemIdentifier !== null) live.push({ ...segment, systemIdentifier });
  }
  return live;
}

/** Null if nothing of the segment has been written. */
async function identifierIn(files: WalFiles, segment: Segment, head: Buffer | null): Promise<string | null> {
  if (head === null) return null;
  const start = segmentStart(segment.number);
  const identifier = systemIdentifierOf(head, start);
  if (identifier === null || timelineOf(head) === segment.timeline) return identifier;
  // Else a file that waits to be written, and was the segment of that number on a timeline that was left.
  return start < (await beginOf(files, segment.timeline)) ? identifier : null;
}

/** Where in the log a timeline began, by its history in `pg_wal`; past every end if nobody says. */
export async function beginOf(files: WalFiles, timeline: number): Promise<bigint> {
  if (timeline === 1) return 0n;
  const history = await readHistory(files, `${timelineName(timeline)}.history`);
  return history === null
    ? NOBODY_SAYS
    : (pathTo(timeline, history.toString('utf8')).at(-1)?.begin ?? NOBODY_SAYS);
}

/** Null if it is not there. */
export function readHistory(files: WalFiles, name: string): Promise<Buffer | null> {
  return files.read('log', name, 0, LONGEST_HISTORY);
}
