import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { WalFolder } from '../../driver.ts';

// What is done to the log of one data directory, by whoever may do it. Synchronous, because the worker changes its user for
// every task and nothing else may happen meanwhile. Links are not followed, and nothing but plain files is read.

interface FileFacts {
  ino: number;
  mtimeMs: number;
  size: number;
}

const PATHS: Record<WalFolder, string> = {
  log: 'pg_wal',
  finished: 'pg_wal/outbox',
  marks: 'pg_wal/archive_status',
};
/** More than any server has; somebody else's folder is not listed to its end. */
const MOST_NAMES = 200_000;
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
/** A pipe that somebody has put there would keep its opener waiting: what is there goes first. */
const WRITE_FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** The tasks by name, each given the data directory first. All of them may be repeated. */
export const WAL_TASKS = { source, list, stat, read, heads, remove, write };
export type WalTasks = typeof WAL_TASKS;

/** Changes whenever another log, or another start of the server on it, is behind the folder. */
function source(data: string): string {
  const log = lstatSync(join(data, PATHS.log));
  // A server that crashed writes the end of its log anew. It says in this file that it is ready again.
  const server = factsOrNull(join(data, 'postmaster.pid'));
  return `${log.ino} ${server?.ino ?? 0} ${server?.mtimeMs ?? 0}`;
}

/** Names, sorted; none if there is no such folder. */
function list(data: string, folder: WalFolder): string[] {
  const path = join(data, PATHS[folder]);
  if (!isFolder(path)) return [];
  const names: string[] = [];
  const open = opendirSync(path);
  try {
    for (let entry = open.readSync(); entry && names.length < MOST_NAMES; entry = open.readSync())
      names.push(entry.name);
  } finally {
    open.closeSync();
  }
  return names.sort();
}

/** Null if there is none. */
function stat(data: string, folder: WalFolder, name: string): FileFacts | null {
  return factsOrNull(pathOf(data, folder, name));
}

/** At most so many bytes from there on; null if there is no such file. */
function read(data: string, folder: WalFolder, name: string, offset: number, length: number): Buffer | null {
  const file = openPlain(pathOf(data, folder, name));
  if (file === null) return null;
  try {
    return readAt(file, offset, length);
  } finally {
    closeSync(file);
  }
}

/** The first bytes of many files. */
function heads(data: string, folder: WalFolder, names: readonly string[], length: number): (Buffer | null)[] {
  return names.map((name) => read(data, folder, name, 0, length));
}

function remove(data: string, folder: WalFolder, name: string): void {
  rmSync(pathOf(data, folder, name), { force: true });
}

/** Puts a file there, whole or not at all. @param size filled up with zeros to so many bytes */
function write(data: string, folder: WalFolder, name: string, bytes: Uint8Array, size: number): void {
  const path = pathOf(data, folder, name);
  const unfinished = pathOf(data, folder, `restoring.${name}`);
  if (folder === 'marks') mkdirSync(join(data, PATHS.marks), { recursive: true, mode: 0o700 });
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, WRITE_FLAGS, 0o600);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    if (size > bytes.length) ftruncateSync(file, size);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
}

function pathOf(data: string, folder: WalFolder, name: string): string {
  if (name === '' || name === '.' || name === '..' || /[/\0]/.test(name))
    throw new TypeError(`"${name.slice(0, 60)}" is no name of a file.`);
  return join(data, PATHS[folder], name);
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function factsOrNull(path: string): FileFacts | null {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats ? { ino: stats.ino, mtimeMs: stats.mtimeMs, size: stats.size } : null;
}

function openPlain(path: string): number | null {
  let file: number;
  try {
    file = openSync(path, READ_FLAGS);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENXIO' || code === 'ENOTDIR') return null;
    throw error;
  }
  if (fstatSync(file).isFile()) return file;
  closeSync(file);
  return null;
}

function readAt(file: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.min(length, Math.max(fstatSync(file).size - offset, 0)));
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(file, bytes, done, bytes.length - done, offset + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
