import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { scratchName } from '../files/scratch-name.ts';

/** What we know of a server that we have started, wherever its own files say it is. */
export interface ServerState {
  /** Of the postmaster, as this machine counts: inside of the server's own view of processes it has another one. */
  pid: number;
  startedAt: Date;
  /** How long its log was when it started. */
  logStart: number;
  /** It is the first process of a namespace, with which the system ends all that it has started. */
  endsWithAll: boolean;
}

/** Null if there is none, or it was being written when its writer was killed. */
export async function readServerState(path: string): Promise<ServerState | null> {
  try {
    const state = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
    const { pid, startedAt, logStart, endsWithAll } = state;
    if (!Number.isSafeInteger(pid) || Number(pid) < 2) return null;
    return {
      pid: Number(pid),
      startedAt: new Date(String(startedAt)),
      logStart: Number(logStart),
      endsWithAll: endsWithAll === true,
    };
  } catch {
    return null;
  }
}

/** Not flushed to disk: after a reboot no server lives. A full disk is no reason not to start; see `findServer`. */
export async function writeServerState(path: string, state: ServerState): Promise<void> {
  const scratch = scratchName(path);
  await writeFile(scratch, JSON.stringify(state), { mode: 0o600 });
  await rename(scratch, path);
}

export async function forgetServerState(path: string): Promise<void> {
  await rm(path, { force: true });
}
