import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isFullDisk } from '../files/disk.ts';
import { processToken, scratchName } from '../files/scratch-name.ts';
import { isAlive } from '../processes/processes.ts';

const HEARTBEAT_MS = 5_000;
/** A holder that has not shown itself for this long is gone, even if its pid belongs to a living process again. */
const ABANDONED_MS = 30_000;
const POLL_MS = 15;

/**
 * Runs the task while no other process (or other caller in this one) runs a task under the same path. A holder that was
 * killed does not block anybody. Meant for avoiding double work and races: tasks must stay safe without it. On a full disk,
 * where no lock can be written, they run without: stopping and deleting is what makes space there.
 */
export async function withFileLock<T>(path: string, task: () => Promise<T>): Promise<T> {
  const content = await acquire(path).catch(nullIfFull);
  if (content === null) return task();
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, HEARTBEAT_MS);
  heartbeat.unref();
  try {
    return await task();
  } finally {
    clearInterval(heartbeat);
    if ((await readOrNull(path)) === content) await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<string> {
  const claim = scratchName(path);
  const content = `${process.pid} ${processToken} ${claim}`;
  await writeFile(claim, content, { mode: 0o600 });
  try {
    while (!(await tryLink(claim, path))) {
      if (await isAbandoned(path)) await breakLock(path);
      else await sleep(POLL_MS);
    }
  } finally {
    await rm(claim, { force: true });
  }
  return content;
}

/** Linking a finished file is the one way to create a lock together with its content. */
async function tryLink(claim: string, path: string): Promise<boolean> {
  try {
    await link(claim, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const content = await readOrNull(path);
  if (content === null) return false; // released just now: try again
  const [pid = '', token = ''] = content.split(' ');
  if (Number(pid) === process.pid) return token !== processToken;
  if (!isAlive(Number(pid))) return true;
  const stats = await stat(path).catch(() => null);
  // A holder that shows itself in the future did so before the clock was set back.
  return stats !== null && Math.abs(Date.now() - stats.mtimeMs) > ABANDONED_MS;
}

async function breakLock(path: string): Promise<void> {
  const aside = scratchName(path);
  try {
    await rename(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  // Somebody else may have broken and taken the lock in between: then it is theirs, so put it back.
  if (!(await isAbandoned(aside))) await tryLink(aside, path);
  await rm(aside, { force: true });
}

async function readOrNull(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch(() => null);
}

function nullIfFull(error: unknown): null {
  if (isFullDisk(error)) return null;
  throw error;
}
