import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Home } from './home.ts';

/** Sockets have short paths: what lies below the folder has at most 40 characters more. */
const LONGEST_FOLDER = 63;

/**
 * An empty folder of this process alone, for sockets. It is in the data folder, or where its path would be too long among the system's
 * temporary ones. Those of processes that were killed go.
 * @param mode who may enter it, as its parent's too
 */
export function processFolder(home: Home, name: string, mode: number): string {
  const inHome = path.join(home.path, name);
  const own = String(process.pid);
  const isShort = Buffer.byteLength(path.join(inHome, own)) <= LONGEST_FOLDER;
  const all = isShort ? inHome : path.join(tmpdir(), `basalt-${name}-${process.getuid?.() ?? 'all'}`);
  mkdirSync(all, { recursive: true, mode });
  for (const each of readdirSync(all))
    if (each === own || !isAlive(Number(each)))
      rmSync(path.join(all, each), { recursive: true, force: true });
  const folder = path.join(all, own);
  mkdirSync(folder, { mode });
  return folder;
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid < 1) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
