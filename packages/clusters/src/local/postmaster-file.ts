import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  return parsePostmasterFile(await readFile(postmasterFilePath(dataDirectory), 'utf8').catch(() => ''));
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
