import { execFileSync } from 'node:child_process';
import { closeSync, openSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';

export const FILLER = 'filler';

/** Leaves no block free on the file system whose root this folder is; at once, so that nothing else happens meanwhile. */
export function fillDisk(folder: string): void {
  const file = path.join(folder, FILLER);
  const { bavail, bsize } = statfsSync(folder);
  const most = (bavail - 256) * bsize;
  if (most > 0) execFileSync('fallocate', ['-l', String(most), file]);
  const filler = openSync(file, 'a');
  try {
    for (const block = Buffer.alloc(4096); ; ) writeSync(filler, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(filler);
  }
}
