import type { FileHandle } from 'node:fs/promises';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupStore } from './backup-store.ts';
import { beginOf, openPlainFile } from './live-segments.ts';
import { SEGMENT_BYTES, type Segment, segmentName, segmentStart } from './wal-names.ts';
import { PAGE_BYTES, writtenBytes } from './wal-page.ts';

const AT_ONCE = 1024 * 1024;

export interface Tail {
  /** The page that may still grow: where the next copy begins. */
  offset: number;
  /** When the file was last written before the copy began. */
  writtenAtMs: number;
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
  folder: string,
  segment: Segment,
  from: number,
  isLast: boolean,
): Promise<Tail | null> {
  const path = join(folder, segmentName(segment));
  const file = await openPlainFile(path);
  if (!file) return null;
  try {
    const { mtimeMs, ino } = await file.stat();
    const { timeline } = segment;
    const on = { timeline, begin: isLast ? await beginOf(folder, timeline) : 0n };
    let offset = from;
    let bytes = 0;
    while (offset < SEGMENT_BYTES) {
      const part = await readPart(file, offset);
      const written = isLast
        ? writtenBytes(part, segmentStart(segment.number) + BigInt(offset), on)
        : part.length;
      if (written > 0) await store.write(key, offset, part.subarray(0, written));
      bytes += written;
      offset += written;
      if (written < AT_ONCE) break;
    }
    // A file that is used again for a later segment gets another name first.
    const there = await lstat(path).catch(() => null);
    if (there?.ino !== ino) return null;
    return { offset: Math.max(offset - PAGE_BYTES, 0), writtenAtMs: mtimeMs, bytes };
  } finally {
    await file.close();
  }
}

async function readPart(file: FileHandle, offset: number): Promise<Buffer> {
  const length = Math.min(AT_ONCE, SEGMENT_BYTES - offset);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  return buffer.subarray(0, bytesRead);
}
