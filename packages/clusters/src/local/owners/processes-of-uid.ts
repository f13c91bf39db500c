import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { ClusterError } from '../../driver.ts';
import { until } from '../processes/processes.ts';
import { SERVER_ENVIRONMENT } from './access.ts';

/** Long enough for a process that waits for a slow disk; what does not end then hangs for good. */
const PATIENCE_MS = 10_000;
const SHARED_FOLDERS = '/tmp /var/tmp /dev/shm';

/** Which users have processes: every uid that a process has or could get back. Without /proc: nobody can tell, so none. */
export async function uidsAlive(): Promise<Set<number>> {
  return new Set(readProcesses().flatMap(({ uids }) => uids));
}

/**
 * Ends everything that runs under a uid, whatever it is called, wherever it works and however fast it multiplies: the signal is
 * sent by a process of that uid to all that it may signal, which the system does in one go.
 * @param uid one of ours alone: whoever has it is ended
 * @throws {ClusterError} stop_failed: something of it hangs in the system and cannot be ended
 */
export async function endProcessesOf(uid: number): Promise<void> {
  // Looking first would prove nothing: who forks and exits all the time is in no list. The signal reaches him.
  const isEmpty = async () => {
    await signalAll(uid);
    return livingOf(uid).length === 0;
  };
  if (await until(isEmpty, PATIENCE_MS, 10)) return;
  throw new ClusterError(
    'stop_failed',
    `Processes of a database (system user ${uid}) do not end, not even when killed: the disk below them probably hangs.`,
  );
}

/** The processes of a uid, zombies left out. */
export function livingOf(uid: number): ProcessEntry[] {
  return readProcesses().filter(({ uids }) => uids.includes(uid));
}

/**
 * Deletes what a user left where everybody may leave something: files in the folders for temporary ones, shared memory, queues.
 * What cannot be deleted stays; nobody is ever given that uid again.
 */
export async function clearLeftoversOf(uid: number): Promise<void> {
  await runAs(uid, `ipcrm -a; find ${SHARED_FOLDERS} -xdev -user ${uid} -delete`);
}

async function signalAll(uid: number): Promise<void> {
  await runAs(uid, 'kill -s KILL -- -1');
}

async function runAs(uid: number, script: string): Promise<void> {
  const options = { uid, gid: uid, cwd: '/', env: SERVER_ENVIRONMENT, stdio: 'ignore' } as const;
  await once(spawn('/bin/sh', ['-c', script], options), 'exit');
}

export interface ProcessEntry {
  pid: number;
  parent: number;
  /** Real, effective, saved and file-system uid. */
  uids: number[];
}

/** All at once, so that little can change meanwhile. */
function readProcesses(): ProcessEntry[] {
  return readdirOrNone('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const status = readOrEmpty(`/proc/${name}/status`);
    const uids = /^Uid:\s+(.+)$/m.exec(status)?.[1];
    if (uids === undefined || /^State:\s+[ZX]/m.test(status)) return [];
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
    return [{ pid: Number(name), parent, uids: uids.split(/\s+/).map(Number) }];
  });
}

function readdirOrNone(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
