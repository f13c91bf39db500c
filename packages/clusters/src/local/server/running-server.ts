import { rm, stat } from 'node:fs/promises';
import { ClusterError } from '../../driver.ts';
import { exists } from '../files/exists.ts';
import { unsealed } from '../files/layout.ts';
import { runsAsRoot } from '../owners/access.ts';
import { endProcessesOf, livingOf } from '../owners/processes-of-uid.ts';
import { isAlive, processes, signal, until } from '../processes/processes.ts';
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';
import { forgetServerState, readServerState, type ServerState } from './server-state.ts';

/** Where a server's data is, and what we remember of its process. */
export interface ServerPlace {
  data: string;
  /** The file of its {@link ServerState}. */
  state: string;
  /** Where its socket is found; see socket-folder.ts. */
  sockets: string;
  /** A user that nobody else on this machine has, so that all of his processes are the server's; null: no such user. */
  uid: number | null;
}

/** Time for each step of a stop before the next, harder one. */
export interface StopPatience {
  fastMs: number;
  immediateMs: number;
}

/** Nothing can refuse it; on a busy machine it takes its time all the same. */
const AFTER_KILL_MS = 10_000;

export const STOP_PATIENCE: StopPatience = { fastMs: 15_000, immediateMs: 10_000 };

/** The server that lives in a data directory now, ready or not; null if none. */
export async function findServer(place: ServerPlace): Promise<ServerState | null> {
  const state = await readServerState(place.state);
  if (state && (await processes.serves(state.pid, place.data))) return state;
  if (place.uid === null) return findByPidFile(place.data);
  // Its start could not be written down: the disk was full, or the starter was killed. An orderly stop leaves no folder.
  const mayLive = (await exists(place.sockets)) || (await exists(unsealed(place.sockets)));
  return mayLive ? findByUser(place.uid, place.data) : null;
}

/** For a server without a user of its own, and for one that an earlier version has started. */
async function findByPidFile(data: string): Promise<ServerState | null> {
  const server = await readPostmasterFile(data);
  if (!server || !(await processes.serves(server.pid, data))) return null;
  return { pid: server.pid, startedAt: server.startedAt, logStart: 0, endsWithAll: false };
}

/** The postmaster is the one whose parent belongs to somebody else. */
async function findByUser(uid: number, data: string): Promise<ServerState | null> {
  const living = livingOf(uid);
  for (const { pid, parent } of living) {
    if (living.some((each) => each.pid === parent) || !(await processes.serves(pid, data))) continue;
    return { pid, startedAt: await startOf(pid), logStart: 0, endsWithAll: false };
  }
  return null;
}

async function startOf(pid: number): Promise<Date> {
  return stat(`/proc/${pid}`).then(
    ({ ctime }) => ctime,
    () => new Date(),
  );
}

/**
 * Deletes the pid file of a dead server if its pid now belongs to another process. PostgreSQL tells the two apart only when
 * the other process has another user, and refuses to start otherwise; after a restart of a container that is usual.
 */
export async function discardStalePidFile({ data, uid }: ServerPlace): Promise<void> {
  if (uid !== null || runsAsRoot) return; // nobody else has its user
  const stale = await readPostmasterFile(data);
  if (!stale || !isAlive(stale.pid) || (await processes.serves(stale.pid, data))) return;
  await rm(postmasterFilePath(data), { force: true });
}

/**
 * Stops the server of a data directory: sessions are ended and everything is written out; when that takes too long, at once,
 * leaving the rest to recovery at the next start. Then everything else of its user is ended. No server is fine.
 */
export async function stopServer(place: ServerPlace, patience: StopPatience = STOP_PATIENCE): Promise<void> {
  const server = await findServer(place);
  if (server) await stopPostmaster(server, place.data, patience);
  // The system has ended the rest of its namespace by then. Looking for what cannot be there would take as long as the stop of an
  // idle server.
  if (!server?.endsWithAll) await endRest(place);
  await forgetServerState(place.state);
}

async function stopPostmaster({ pid }: ServerState, data: string, patience: StopPatience): Promise<void> {
  const isGone = await ending(pid, data);
  signal(pid, 'SIGINT');
  if (await until(isGone, patience.fastMs)) return;
  signal(pid, 'SIGQUIT');
  if (await until(isGone, patience.immediateMs)) return;
  signal(pid, 'SIGKILL');
  if (await until(isGone, AFTER_KILL_MS)) return;
  throw new ClusterError(
    'stop_failed',
    `The database server with process id ${pid} does not end, not even when killed: the disk below it probably hangs.`,
  );
}

/**
 * A question whose answer is yes once the server is gone with everything that ends with it. A process that ends leaves its folder
 * first, then the system ends all others of its namespace, and only then is the process itself over.
 */
async function ending(pid: number, data: string): Promise<() => Promise<boolean>> {
  const identity = await processes.identity(pid);
  return async () => {
    if (await processes.serves(pid, data)) return false;
    const now = await processes.identity(pid);
    return now === null || now !== identity;
  };
}

/** Ends a server and all it started without writing anything out: for data that will be deleted or moved. */
export async function killServer(place: ServerPlace): Promise<void> {
  const server = await findServer(place);
  if (server) await endAtOnce(server.pid, place.data);
  await endRest(place);
  await forgetServerState(place.state);
}

async function endAtOnce(pid: number, data: string): Promise<void> {
  const isGone = await ending(pid, data);
  signal(pid, 'SIGQUIT');
  if (await until(isGone, 2_000)) return;
  signal(pid, 'SIGKILL');
  await until(isGone, 2_000);
}

/** Ends what a dead server has left behind. */
export async function endRest({ data, uid }: Pick<ServerPlace, 'data' | 'uid'>): Promise<void> {
  if (uid !== null) return endProcessesOf(uid);
  await killInside(data);
}

/** Ends what works inside a folder, by where it works: for servers that have no user of their own. */
export async function killInside(folder: string): Promise<void> {
  for (const pid of await processes.inside(folder)) signal(pid, 'SIGKILL');
  await until(async () => (await processes.inside(folder)).length === 0, 5_000, 20);
}
