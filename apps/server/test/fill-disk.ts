import { spawnSync } from 'node:child_process';
import { closeSync, openSync, statfsSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';

export const FILLER = 'filler';

/** Leaves no block free on the file system whose root this folder is; at once, so that nothing else happens meanwhile. */
export function fillDisk(folder: string): void {
  const file = path.join(folder, FILLER);
  const filler = openSync(file, 'a');
  try {
    for (let tries = 0; tries < 5 && !allocateMost(folder, file); tries += 1);
    for (const block = Buffer.alloc(4096); ; ) writeSync(filler, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(filler);
  }
}

/** False: somebody has written meanwhile, and it was not all there any more. */
function allocateMost(folder: string, file: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  const most = (bavail - 256) * bsize;
  if (most <= 0) return true;
  const args = ['-o', String(statSync(file).size), '-l', String(most), file];
  return spawnSync('fallocate', args, { stdio: 'ignore' }).status === 0;
}
