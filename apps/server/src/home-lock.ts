import { readFileSync } from 'node:fs';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { explainHomeFailure, type Home, HomeError } from './home.ts';

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
  const claim = `${file}.${process.pid}`;
  const own: Holder = { pid: process.pid, startedAt: startTime(process.pid) };
  await writeFile(claim, JSON.stringify(own), { flush: true }).catch((error: NodeJS.ErrnoException) => {
    throw new HomeError(explainHomeFailure(home.path, error), { cause: error });
  });
  try {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (await linkTo(claim, file)) return () => rm(file, { force: true });
      const holder = await readHolder(file);
      if (holder !== null && isAlive(holder)) {
        throw new HomeError(
          `Basalt is running on ${home.path} already (process ${holder.pid}). Stop it first, or set BASALT_HOME to another folder.`,
        );
      }
      await removeStale(file);
    }
  } finally {
    await rm(claim, { force: true });
  }
  throw new HomeError(
    `The data folder ${home.path} is being taken by another start of Basalt. Wait for that one.`,
  );
}

/** The process that runs Basalt on a data folder. Null: none does. */
export async function findHolder(home: string): Promise<number | null> {
  const holder = await readHolder(path.join(home, 'supervisor.lock'));
  return holder !== null && isAlive(holder) ? holder.pid : null;
}

/** Linking a finished file is the one way to make a lock together with its content: nobody ever reads half of it. */
async function linkTo(claim: string, file: string): Promise<boolean> {
  try {
    await link(claim, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead holder's lock away. Should a living one have taken it just now, it gets its lock back. */
async function removeStale(file: string): Promise<void> {
  const aside = `${file}.${process.pid}.stale`;
  await rename(file, aside).catch(() => undefined);
  const holder = await readHolder(aside);
  if (holder !== null && isAlive(holder)) await linkTo(aside, file);
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

/**
 * Fields 3 and 22 of /proc/<pid>/stat; the name before them may hold spaces and brackets. Null also for a process that
 * has ended and that its parent has not asked about yet: where nobody asks, as in many containers, it stays for ever.
 */
function startTime(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}
