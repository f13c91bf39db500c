import { open, rename, stat } from 'node:fs/promises';

const LARGEST_LOG = 8 * 1024 * 1024;
const TAIL_BYTES = 8 * 1024;

/** Moves a log that has grown large aside, over the one moved aside before. Only while nobody writes to it. */
export async function rotateLog(path: string): Promise<void> {
  if ((await sizeOf(path)) > LARGEST_LOG) await rename(path, `${path}.1`);
}

export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
}

/** The last lines of a log, at most 8 kB, nothing from before the offset (one that was emptied is all behind it). Empty if there is no log. */
export async function logTail(path: string, offset = 0): Promise<string[]> {
  const size = await sizeOf(path);
  const from = Math.max(offset > size ? 0 : offset, size - TAIL_BYTES, 0);
  if (size <= from) return [];
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean);
  } finally {
    await file.close();
  }
}
