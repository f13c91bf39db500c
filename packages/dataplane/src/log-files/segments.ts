import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A log is a folder of files; each is named after the time of its first line, so names sort by age. */
export interface Segment {
  path: string;
  /** Milliseconds since 1970. */
  start: number;
}

export const SEGMENT_BYTES = 8 * 1024 * 1024;
/** Lines of so much time at most: a quiet project's oldest lines would else stay as long as its newest. Milliseconds. */
export const SEGMENT_MS = 86_400_000;
/** What a project's log keeps: so many days, and so many bytes, whichever is less. */
const RETENTION_DAYS = 7;
const MAX_LOG_BYTES = 128 * 1024 * 1024;
const DAY_MS = 86_400_000;

export function segmentPath(folder: string, start: number): string {
  return join(folder, `${String(start).padStart(15, '0')}.log`);
}

/** Newest first; empty when there is no log yet. */
export async function listSegments(folder: string): Promise<Segment[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  });
  return names
    .filter((name) => /^\d{15}\.log$/.test(name))
    .sort()
    .reverse()
    .map((name) => ({ path: join(folder, name), start: Number(name.slice(0, 15)) }));
}

/** Deletes what is older than the log keeps. A segment's last line is no younger than its file or the next segment's first. */
export async function discardOldSegments(folder: string, now: number): Promise<void> {
  const segments = await listSegments(folder);
  let bytes = 0;
  let newer = now;
  for (const segment of segments) {
    const { size, mtimeMs } = await stat(segment.path).catch(() => ({ size: 0, mtimeMs: now }));
    bytes += size;
    if (bytes > MAX_LOG_BYTES || Math.min(newer, mtimeMs) < now - RETENTION_DAYS * DAY_MS)
      await rm(segment.path, { force: true });
    newer = segment.start;
  }
}

/** The same for the logs of all projects under `root`, those that nobody writes to as well. */
export async function discardOldLogs(root: string, now: number): Promise<void> {
  for (const name of await readdir(root).catch(() => [])) await discardOldSegments(join(root, name), now);
}
