import { spawn } from 'node:child_process';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Owner, SERVER_ENVIRONMENT } from '../owners/access.ts';
import { type ServerState, writeServerState } from './server-state.ts';
import { serverWalls, walledCommand } from './server-walls.ts';

const POLL_MS = 2;
/** What a server writes into its log in the moment from which on it accepts connections. */
const READY = 'database system is ready to accept connections';

export interface Launch {
  program: string;
  dataDirectory: string;
  arguments: string[];
  log: string;
  owner: Owner | null;
  /** How many processes its user may have; null: he has others. */
  mostProcesses: number | null;
  /** Where to write down that it was started. */
  state: string;
  /** Give up waiting (the server goes on: it may have much to recover) after this time. */
  patienceMs: number;
}

export type LaunchOutcome = { state: 'ready'; server: ServerState } | { state: 'ended' | 'still starting' };

/**
 * Starts a server that outlives this process and waits until it accepts connections. What its own files say of it is not asked:
 * they are written by whoever works in the database.
 * @param logStart how long its log is
 */
export async function launchServer(launch: Launch, logStart: number): Promise<LaunchOutcome> {
  const walls = await serverWalls();
  const server = { ...launch, arguments: ['-D', launch.dataDirectory, ...launch.arguments] };
  const command = walledCommand(server, launch.owner, walls, launch.mostProcesses);
  // The log is opened by us: the server's own user cannot make it point to another file.
  const log = await open(launch.log, 'a', 0o600);
  let ended = false;
  try {
    const child = spawn(command.program, command.arguments, {
      cwd: '/',
      detached: true,
      env: SERVER_ENVIRONMENT,
      stdio: ['ignore', log.fd, log.fd],
      ...command.owner,
    });
    child.once('exit', () => {
      ended = true;
    });
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.unref();
    const isInside = launch.owner !== null && walls.namespaces;
    const pid = isInside ? await onlyChildOf(child.pid ?? 0, () => ended) : (child.pid ?? 0);
    if (pid === null) return { state: 'ended' };
    const state = { pid, startedAt: new Date(), logStart, endsWithAll: isInside };
    // Without it the server is found by its user, which takes longer.
    await writeServerState(launch.state, state).catch(() => undefined);
    const outcome = await waitUntilReady(launch.log, logStart, launch.patienceMs, () => ended);
    return outcome === 'ready' ? { state: 'ready', server: state } : { state: outcome };
  } finally {
    await log.close();
  }
}

/** The process that the one which makes the namespaces has started in them; null: it has ended without any. */
async function onlyChildOf(pid: number, hasEnded: () => boolean): Promise<number | null> {
  while (!hasEnded()) {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const child = Number.parseInt(children, 10);
    if (Number.isSafeInteger(child)) return child;
    await sleep(1);
  }
  return null;
}

/** Reads a server's log as it grows, from where it was when the server started. */
export async function waitUntilReady(
  path: string,
  logStart: number,
  patienceMs: number,
  hasEnded: () => boolean | Promise<boolean>,
): Promise<'ready' | 'ended' | 'still starting'> {
  const deadline = performance.now() + patienceMs;
  const log = await open(path, 'r');
  try {
    for (let at = logStart, last = ''; performance.now() < deadline; ) {
      const isOver = await hasEnded();
      const text = await readFrom(log, at);
      // It may be emptied by whoever takes it over.
      if (text.length === 0 && at > 0 && (await log.stat()).size < at) at = 0;
      at += text.length;
      last += text.toString('utf8');
      if (last.includes(READY)) return 'ready';
      if (isOver) return 'ended';
      last = last.slice(-READY.length);
      await sleep(POLL_MS);
    }
  } finally {
    await log.close();
  }
  return 'still starting';
}

async function readFrom(file: FileHandle, at: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(16 * 1024), 0, 16 * 1024, at);
  return buffer.subarray(0, bytesRead);
}
