import { readFileSync } from 'node:fs';
import { open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import {
  countsAsBackend,
  isOwnBackend,
  onlyFlushes,
  type Processes,
  type TreeUsage,
} from './process-view.ts';

// USER_HZ: the unit of /proc/<pid>/stat, 100 on every Linux that Node runs on.
const TICKS_PER_SECOND = 100;

/** More than the title of a PostgreSQL process, or the some twenty short lines about its memory. In bytes. */
const BEGINNING = 4096;

async function serves(pid: number, dataDirectory: string): Promise<boolean> {
  try {
    const [owner, cwd, data] = await Promise.all([
      stat(`/proc/${pid}`),
      stat(`/proc/${pid}/cwd`),
      stat(dataDirectory),
    ]);
    // Compared by inode, not by name: a data directory may have been renamed while its server runs.
    return owner.uid === data.uid && cwd.ino === data.ino && cwd.dev === data.dev;
  } catch {
    return false; // gone, a zombie (it has no cwd), or somebody else's: not ours in any case
  }
}

async function identity(pid: number): Promise<string | null> {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  // The name may hold spaces and brackets, so count from the last bracket: the state is the first field after it, number 3.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const state = fields[0] ?? '';
  return state === '' || state === 'Z' || state === 'X' ? null : (fields[22 - 3] ?? null);
}

async function usage(postmaster: number, memory: boolean): Promise<TreeUsage> {
  const memoryOf = memory ? pssOf : async () => null;
  const children = readOrEmpty(`/proc/${postmaster}/task/${postmaster}/children`)
    .split(' ')
    .filter(Boolean)
    .map(Number);
  const own = timesOf(postmaster);
  const ioOfTree = ioOf(postmaster);
  const total: TreeUsage = {
    // The postmaster's own counters include the children that it has buried.
    cpuSeconds: own.living + own.buried,
    pssBytes: await memoryOf(postmaster),
    readBytes: ioOfTree.read,
    writtenBytes: ioOfTree.written,
    changedBytes: ioOfTree.written,
    backends: 0,
    ownBackends: 0,
  };
  for (const child of children) {
    const [pss, title] = await Promise.all([memoryOf(child), titleOf(child)]);
    const times = timesOf(child);
    const io = ioOf(child);
    total.cpuSeconds += times.living;
    total.pssBytes = add(total.pssBytes, pss);
    total.readBytes = add(total.readBytes, io.read);
    total.writtenBytes = add(total.writtenBytes, io.written);
    if (!onlyFlushes(title)) total.changedBytes = add(total.changedBytes, io.written);
    if (countsAsBackend(title)) total.backends += 1;
    if (isOwnBackend(title)) total.ownBackends += 1;
  }
  return total;
}

async function inside(folder: string): Promise<number[]> {
  const root = await realpath(folder).catch(() => folder);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await worksIn(pid, root)) ? [pid] : [])));
  return found.flat();
}

/** A shell of the operator that happens to stand there is not meant: its user differs, or its program is not ours. */
async function worksIn(pid: number, root: string): Promise<boolean> {
  try {
    const cwd = await readlink(`/proc/${pid}/cwd`);
    if (cwd !== root && !cwd.startsWith(`${root}/`)) return false;
    const [owner, folder] = await Promise.all([stat(`/proc/${pid}`), stat(`/proc/${pid}/cwd`)]);
    if (owner.uid !== folder.uid) return false;
    return (
      owner.uid !== process.getuid?.() ||
      /\/(postgres|initdb)( \(deleted\))?$/.test(await readlink(`/proc/${pid}/exe`))
    );
  } catch {
    return false; // gone, or somebody else's
  }
}

/** What a process of PostgreSQL says that it does. Behind it, the memory that titles are written into is zero. */
async function titleOf(pid: number): Promise<string> {
  const text = await readBeginning(`/proc/${pid}/cmdline`);
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

function timesOf(pid: number): { living: number; buried: number } {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  // The name (second field) may hold spaces and brackets, so count from the last bracket: field 3 is the first after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (field: number) => Number(fields[field - 3] ?? 0) / TICKS_PER_SECOND;
  return { living: ticks(14) + ticks(15), buried: ticks(16) + ticks(17) };
}

function ioOf(pid: number): { read: number | null; written: number | null } {
  const text = readOrEmpty(`/proc/${pid}/io`);
  return { read: numberAfter(text, 'read_bytes: '), written: numberAfter(text, 'write_bytes: ') };
}

async function pssOf(pid: number): Promise<number | null> {
  const kilobytes = numberAfter(await readBeginning(`/proc/${pid}/smaps_rollup`), 'Pss: ');
  return kilobytes === null ? null : kilobytes * 1024;
}

function numberAfter(text: string, label: string): number | null {
  const match = new RegExp(`^${label}\\s*(\\d+)`, 'm').exec(text);
  return match ? Number(match[1]) : null;
}

/** A process that ended between two readings counts as nothing; a total that is unknown stays unknown. */
function add(total: number | null, part: number | null): number | null {
  return total === null ? null : total + (part ?? 0);
}

/** Read at once: the kernel has the answer, and a buffer and four turns of a thread for each of so many files would cost more. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** The beginning of a file that the kernel fills from the memory of the process, which may make it wait: so another thread does. */
async function readBeginning(path: string): Promise<string> {
  const file = await open(path).catch(() => null);
  if (file === null) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING));
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}

export const linuxProcesses: Processes = { serves, identity, usage, inside };
