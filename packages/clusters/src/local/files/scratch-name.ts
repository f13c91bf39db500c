import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isAlive } from '../processes/processes.ts';

// Tells our own unfinished work from that of an earlier process with the same pid, which is usual in containers.
export const processToken = randomBytes(4).toString('hex');
const PATTERN = /^\.unfinished-(\d+)-([0-9a-f]{8})-/;
const LONGEST_WORK_MS = 60 * 60 * 1000;

/** A sibling path for unfinished work, unique, and recognizable as abandoned once this process is gone. */
export function scratchName(path: string): string {
  const unique = randomBytes(6).toString('hex');
  return join(dirname(path), `.unfinished-${process.pid}-${processToken}-${unique}-${basename(path)}`);
}

/** Deletes what killed processes left unfinished in a folder. Work of living processes stays, up to one hour. */
export async function sweepScratch(
  folder: string,
  discard: (path: string) => Promise<void> = (path) => rm(path, { recursive: true, force: true }),
): Promise<void> {
  for (const name of await readdir(folder)) {
    const match = PATTERN.exec(name);
    if (!match) continue;
    const path = join(folder, name);
    if (await isAbandoned(path, Number(match[1]), match[2])) await discard(path);
  }
}

async function isAbandoned(path: string, pid: number, ownToken: string | undefined): Promise<boolean> {
  if (pid === process.pid) return ownToken !== processToken;
  if (!isAlive(pid)) return true;
  const stats = await lstat(path).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs > LONGEST_WORK_MS;
}
