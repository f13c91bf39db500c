import { spawn } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { ClusterError } from '../../driver.ts';
import { runAsOwner } from '../owners/run-as-owner.ts';

export interface DiskFigures {
  diskBytes: number;
  walBytes: number;
  /** Of statements that run now. */
  temporaryBytes: number;
}

const KILOBYTE = 1024;
/** A folder that takes longer than this is one that somebody made to take long. */
const PATIENCE_MS = 20_000;

/**
 * Bytes that a data directory really takes on disk, and how much of that are its log and temporary files. Files that vanish
 * meanwhile count as nothing.
 * Null: it could not be found out in time.
 */
export async function diskUsage(dataDirectory: string): Promise<DiskFigures | null> {
  // Files that vanish make `du` fail after it has counted the rest.
  const script =
    'for each in . pg_wal base/pgsql_tmp; do [ -d $each ] && du -sk $each 2>/dev/null; done; true';
  const printed = await runAsOwner(dataDirectory, script, { timeoutMs: PATIENCE_MS }).catch(() => null);
  const [diskBytes, walBytes, temporaryBytes] = ['.', 'pg_wal', 'base/pgsql_tmp'].map((name) => {
    const line = printed?.split('\n').find((each) => each.endsWith(`\t${name}`));
    return line === undefined ? null : Number.parseInt(line, 10) * KILOBYTE;
  });
  if (diskBytes == null) return null;
  return { diskBytes, walBytes: walBytes ?? 0, temporaryBytes: temporaryBytes ?? 0 };
}

/** What others than root may still write on the file system of this folder. Null: it does not say. */
export async function freeDiskBytes(folder: string): Promise<number | null> {
  const disk = await statfs(folder).catch(() => null);
  return disk === null ? null : disk.bavail * disk.bsize;
}

/** Resolves when everything on the file system of this folder is on disk. Cheaper than a sync of each of 1000 files. */
export function flushDisk(folder: string): Promise<void> {
  const onlyThis = process.platform === 'linux' ? ['-f', folder] : [];
  return flush(onlyThis).catch(() => flush([])); // not every `sync` knows -f
}

function flush(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('sync', args, { stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`sync ended with code ${code}.`)),
    );
  });
}

/** The same error with a code and a sentence when the file system was full; any other error as it is. */
export function explainFullDisk(error: unknown, where: string): unknown {
  if (!isFullDisk(error)) return error;
  return new ClusterError(
    'disk_full',
    `The disk that holds ${where} is full: free some space and try again.`,
    { cause: error },
  );
}

/** Did the file system say that it has no room? */
export function isFullDisk(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ENOSPC' || code === 'EDQUOT';
}
