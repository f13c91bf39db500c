import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** Eight short lines with two paths. */
const LONGEST = 8 * 1024;

/** What a server writes about itself into postmaster.pid. */
export interface PostmasterFile {
  pid: number;
  startedAt: Date;
  /** "starting", "ready", "standby" or "stopping"; empty while the file is being written. */
  status: string;
}

export function postmasterFilePath(dataDirectory: string): string {
  return join(dataDirectory, 'postmaster.pid');
}

export async function readPostmasterFile(dataDirectory: string): Promise<PostmasterFile | null> {
  // The folder belongs to the server's user. Should he put a link or a pipe there, we neither follow nor wait.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(postmasterFilePath(dataDirectory), flags).catch(() => null);
  if (!file) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST), 0, LONGEST, 0);
    return parsePostmasterFile(buffer.toString('utf8', 0, bytesRead));
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

/** Line 1 is the pid, line 3 the start as a Unix time, line 8 the status padded with spaces. Null if there is no pid. */
export function parsePostmasterFile(text: string): PostmasterFile | null {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  // A stand-alone backend writes its pid negative; pid 0 and 1 would make a signal hit everything or init.
  if (!Number.isSafeInteger(pid) || Math.abs(pid) < 2) return null;
  return {
    pid: Math.abs(pid),
    startedAt: new Date(Number(lines[2] ?? 0) * 1000),
    status: lines[7]?.trim() ?? '',
  };
}
