import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Owner } from './copy-tree.ts';
import { type PostmasterFile, readPostmasterFile } from './postmaster-file.ts';

const POLL_MS = 2;

export interface Launch {
  program: string;
  dataDirectory: string;
  arguments: string[];
  log: string;
  owner: Owner | null;
  /** Give up waiting (the server goes on: it may have much to recover) after this time. */
  patienceMs: number;
}

export type LaunchOutcome =
  | { state: 'ready'; server: PostmasterFile }
  | { state: 'ended' | 'still starting' };

/** Nothing of our own environment, which may hold secrets, reaches a server. */
export const SERVER_ENVIRONMENT = { LC_ALL: 'C', PATH: '/usr/bin:/bin' };

/** Starts a server that outlives this process and waits until it accepts connections. */
export async function launchServer(launch: Launch): Promise<LaunchOutcome> {
  // The log is opened by us: the server's own user cannot make it point to another file.
  const log = await open(launch.log, 'a', 0o600);
  let ended = false;
  try {
    const child = spawn(launch.program, ['-D', launch.dataDirectory, ...launch.arguments], {
      cwd: '/',
      detached: true,
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', log.fd, log.fd],
      ...launch.owner,
    });
    child.once('exit', () => {
      ended = true;
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    return await waitUntilReady(launch, child.pid ?? 0, () => ended);
  } finally {
    await log.close();
  }
}

async function waitUntilReady(launch: Launch, pid: number, hasEnded: () => boolean): Promise<LaunchOutcome> {
  const deadline = performance.now() + launch.patienceMs;
  while (performance.now() < deadline) {
    const server = await readPostmasterFile(launch.dataDirectory);
    // After a crash the old file still says "ready", but with the old pid.
    if (server?.pid === pid && server.status === 'ready') return { state: 'ready', server };
    if (hasEnded()) return { state: 'ended' };
    await sleep(POLL_MS);
  }
  return { state: 'still starting' };
}
