import { execFile } from 'node:child_process';
import { lstat } from 'node:fs/promises';
import { runsAsRoot, SERVER_ENVIRONMENT } from './access.ts';

const LONGEST_ANSWER = 64 * 1024;

/**
 * Runs a shell script inside a folder as the user that the folder belongs to, so that links and names in it lead only where
 * that user may go anyway. The folder itself must lie where only we can put something in its place.
 * @returns what it printed; null if it failed or took too long
 */
export async function runAsOwner(
  folder: string,
  script: string,
  { timeoutMs = 0 }: { timeoutMs?: number } = {},
): Promise<string | null> {
  const stats = await lstat(folder);
  if (!stats.isDirectory()) return null;
  const { uid, gid } = stats;
  // The system enters the folder before it changes the user, so what lies above it need not be open to him.
  const options = {
    cwd: folder,
    env: SERVER_ENVIRONMENT,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    maxBuffer: LONGEST_ANSWER,
    ...(runsAsRoot && { uid, gid }),
  } as const;
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', script], options, (error, stdout) => resolve(error ? null : stdout));
  });
}
