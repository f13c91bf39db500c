import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  type Stats,
} from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { LiveCopyOptions } from './copy-live-tree.ts';

export interface LiveCopyTask extends LiveCopyOptions {
  from: string;
  to: string;
  /** Whether what was opened can be named, whatever its name leads to meanwhile. Where everything runs as one user names are as good. */
  byHandle: boolean;
}

export interface LiveCopyOutcome {
  bytes: number;
  /** It was given up: there is no room for all of it. */
  isFull: boolean;
}

/** Data directories are four folders deep. Somebody who makes more of them makes them for us. */
const DEEPEST = 8;
const SAFELY = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const GONE = ['ENOENT', 'ELOOP', 'ENXIO', 'ENOTDIR'];

class Full extends Error {}

let task: LiveCopyTask;
let bytes = 0;

/** Does something with what is opened by a name, unless that is gone, a link, or somebody else's. */
function opened(path: string, flags: number, work: (here: string, stats: Stats) => void) {
  let file: number;
  try {
    file = openSync(path, flags);
  } catch (error) {
    if (GONE.includes((error as NodeJS.ErrnoException).code ?? '')) return;
    throw error;
  }
  try {
    const stats = fstatSync(file);
    const isWanted = stats.isFile() || stats.isDirectory();
    if (isWanted && (task.uid === null || stats.uid === task.uid))
      work(task.byHandle ? `/proc/self/fd/${file}` : path, stats);
  } finally {
    closeSync(file);
  }
}

function copyFolder(from: string, to: string, path: string, depth: number): void {
  if (depth > DEEPEST) return;
  opened(from, SAFELY | constants.O_DIRECTORY, (here) => {
    mkdirSync(to, { mode: 0o700 });
    for (const entry of readdirSync(here, { withFileTypes: true })) {
      const below = join(path, entry.name);
      if (task.skips?.test(below) || (depth === 0 && task.only?.has(entry.name) === false)) continue;
      const [source, target] = [join(here, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) copyFolder(source, target, below, depth + 1);
      else if (entry.isFile()) copyFile(source, target);
    }
    give(to);
  });
}

function copyFile(from: string, to: string): void {
  opened(from, SAFELY, (here, { nlink, size }) => {
    if (nlink > 1) return;
    bytes += size;
    if (bytes > task.mostBytes) throw new Full();
    copyFileSync(here, to, constants.COPYFILE_FICLONE);
    give(to);
  });
}

function give(path: string): void {
  if (task.owner !== null) lchownSync(path, task.owner.uid, task.owner.gid);
}

function run(next: LiveCopyTask): LiveCopyOutcome {
  task = next;
  bytes = 0;
  try {
    copyFolder(task.from, task.to, '', 0);
    return { bytes, isFull: false };
  } catch (error) {
    if (error instanceof Full) return { bytes, isFull: true };
    throw error;
  }
}

parentPort?.on('message', (next: LiveCopyTask) => parentPort?.postMessage(run(next)));
