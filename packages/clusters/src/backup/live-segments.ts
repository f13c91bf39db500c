import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseSegmentName, type Segment, segmentName, segmentStart } from './wal-names.ts';
import { LONG_HEADER_BYTES, systemIdentifierOf } from './wal-page.ts';

export interface LiveSegment extends Segment {
  systemIdentifier: string;
}

/**
 * The segments of `pg_wal` in which something has been written, in the order of their names; files that wait there to become
 * later segments are not among them.
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
    return systemIdentifierOf(buffer.subarray(0, bytesRead), segmentStart(segment.number));
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
