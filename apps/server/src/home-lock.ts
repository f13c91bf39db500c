import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Home, HomeError } from './home.ts';

interface Holder {
  pid: number;
  /** When the process started, in the kernel's ticks; null where the system does not tell. */
  startedAt: string | null;
}

/**
 * Takes the data folder for this process. A lock left by a process that is gone is taken over.
 * @returns gives it back
 * @throws HomeError when another Basalt runs on it
 */
export async function lockHome(home: Home): Promise<() => Promise<void>> {
  const file = path.join(home.path, 'supervisor.lock');
  const own: Holder = { pid: process.pid, startedAt: startTime(process.pid) };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await writeFile(file, JSON.stringify(own), { flag: 'wx', flush: true });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await readHolder(file);
    if (holder !== null && isAlive(holder)) {
      throw new HomeError(
        `Basalt is running on ${home.path} already (process ${holder.pid}). Stop it first, or set BASALT_HOME to another folder.`,
      );
    }
    await removeStale(file);
  }
  throw new HomeError(`The data folder ${home.path} is being taken by another start of Basalt.`);
}

/** Moves a dead holder's lock away. Should a living one have taken it just now, it gets its lock back. */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  await rename(file, aside).catch(() => undefined);
  const holder = await readHolder(aside);
  if (holder !== null && isAlive(holder)) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function readHolder(file: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // The number may belong to another process by now.
  return startedAt === startTime(pid);
}

/** Field 22 of /proc/<pid>/stat; the name before it may hold spaces and brackets. */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
