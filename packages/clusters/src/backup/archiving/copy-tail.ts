import type { WalFiles } from '../../driver.ts';
import type { BackupStore } from '../ports/backup-store.ts';
import { beginOf } from '../wal/live-segments.ts';
import { SEGMENT_BYTES, type Segment, segmentName, segmentStart } from '../wal/wal-names.ts';
import { PAGE_BYTES, writtenBytes } from '../wal/wal-page.ts';

/** What is new is most often a few pages. Where it is more, four times as much is read each time, up to the most. */
const FIRST_PART = 8 * PAGE_BYTES;
const LARGEST_PART = 1024 * 1024;

export interface Tail {
  /** The page that may still grow: where the next copy begins. */
  offset: number;
  bytes: number;
}

/**
 * Copies what has been written of a segment since the last time into an object of the store.
 * @param from where the last copy ended
 * @param isLast false: the log goes on in the next segment, so this one is copied to its end whatever is in it
 * @returns null if the server took the file away meanwhile: then it had been archived before
 */
export async function copyTail(
  store: BackupStore,
  key: string,
  files: WalFiles,
  segment: Segment,
  from: number,
  isLast: boolean,
): Promise<Tail | null> {
  const name = segmentName(segment);
  const file = await files.stat('log', name);
  if (!file) return null;
  const { timeline } = segment;
  const on = { timeline, begin: isLast ? await beginOf(files, timeline) : 0n };
  let offset = from;
  let bytes = 0;
  let atOnce = FIRST_PART;
  while (offset < SEGMENT_BYTES) {
    const length = Math.min(atOnce, SEGMENT_BYTES - offset);
    const part = await files.read('log', name, offset, length);
    if (!part) return null;
    const written = isLast
      ? writtenBytes(part, segmentStart(segment.number) + BigInt(offset), on)
      : part.length;
    if (written > 0) await store.write(key, offset, part.subarray(0, written));
    bytes += written;
    offset += written;
    if (written < length) break;
    atOnce = Math.min(4 * atOnce, LARGEST_PART);
  }
  // A file that is used again for a later segment gets another name first.
  if ((await files.stat('log', name))?.ino !== file.ino) return null;
  return { offset: Math.max(offset - PAGE_BYTES, 0), bytes };
}
