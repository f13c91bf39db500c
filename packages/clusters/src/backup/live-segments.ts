import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathTo } from './timeline-history.ts';
import { parseSegmentName, type Segment, segmentName, segmentStart, timelineName } from './wal-names.ts';
import { LONG_HEADER_BYTES, systemIdentifierOf, timelineOf } from './wal-page.ts';

const NOBODY_SAYS = 1n << 64n;

export interface LiveSegment extends Segment {
  systemIdentifier: string;
}

/**
 * The segments of `pg_wal` in which something has been written, in the order of their names; files that wait there to become
 * later segments are not among them, whatever they were before.
 * @param after leave out everything up to this one
 */
export async function liveSegments(folder: string, after: Segment | null): Promise<LiveSegment[]> {
  const last = after ? segmentName(after) : '';
  const live: LiveSegment[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const segment = parseSegmentName(name);
    if (!segment || name <= last) continue;
    const systemIdentifier = await readIdentifier(folder, segment);
    if (systemIdentifier !== null) live.push({ ...segment, systemIdentifier });
  }
  return live;
}

/** Null if nothing of the segment has been written. */
export async function readIdentifier(folder: string, segment: Segment): Promise<string | null> {
  const file = await openPlainFile(join(folder, segmentName(segment)));
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONG_HEADER_BYTES), 0, LONG_HEADER_BYTES, 0);
    const start = segmentStart(segment.number);
    const identifier = systemIdentifierOf(buffer.subarray(0, bytesRead), start);
    if (identifier === null || timelineOf(buffer) === segment.timeline) return identifier;
    // Else a file that waits to be written, and was the segment of that number on a timeline that was left.
    return start < (await beginOf(folder, segment.timeline)) ? identifier : null;
  } finally {
    await file.close();
  }
}

/** Where in the log a timeline began, by its history in `pg_wal`; past every end if nobody says. */
export async function beginOf(folder: string, timeline: number): Promise<bigint> {
  if (timeline === 1) return 0n;
  const file = await openPlainFile(join(folder, `${timelineName(timeline)}.history`));
  if (!file) return NOBODY_SAYS;
  try {
    return pathTo(timeline, await file.readFile('utf8')).at(-1)?.begin ?? NOBODY_SAYS;
  } finally {
    await file.close();
  }
}

/**
 * Opens a file in a folder that belongs to the server's user, who might put anything there: links are not followed. Null if
 * there is none.
 */
export async function openPlainFile(path: string): Promise<FileHandle | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ELOOP') return null;
      throw error;
    },
  );
  if (!file || (await file.stat()).isFile()) return file;
  await file.close();
  return null;
}
