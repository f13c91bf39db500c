import { runAsOwner } from '../owners/run-as-owner.ts';

export interface DiskFigures {
  diskBytes: number;
  walBytes: number;
}

const KILOBYTE = 1024;
/** A folder that takes longer than this is one that somebody made to take long. */
const PATIENCE_MS = 20_000;

/**
 * Bytes that a data directory really takes on disk, and how much of that is its log. Files that vanish meanwhile count as nothing.
 * Null: it could not be found out in time.
 */
export async function diskUsage(dataDirectory: string): Promise<DiskFigures | null> {
  // Files that vanish make `du` fail after it has counted the rest.
  const script = 'du -sk . 2>/dev/null; du -sk pg_wal 2>/dev/null; true';
  const printed = await runAsOwner(dataDirectory, script, { timeoutMs: PATIENCE_MS }).catch(() => null);
  const [diskBytes, walBytes] = ['.', 'pg_wal'].map((name) => {
    const line = printed?.split('\n').find((each) => each.endsWith(`\t${name}`));
    return line === undefined ? null : Number.parseInt(line, 10) * KILOBYTE;
  });
  return diskBytes == null ? null : { diskBytes, walBytes: walBytes ?? 0 };
}
