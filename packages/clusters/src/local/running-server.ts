import { rm } from 'node:fs/promises';
import { ClusterError } from '../driver.ts';
import { type PostmasterFile, postmasterFilePath, readPostmasterFile } from './postmaster-file.ts';
import { isAlive, processes, signal, until } from './processes.ts';

/** Time for each step of a stop before the next, harder one. */
export interface StopPatience {
  fastMs: number;
  immediateMs: number;
}

export const STOP_PATIENCE: StopPatience = { fastMs: 15_000, immediateMs: 10_000 };

/** The server that lives in a data directory now, whatever its status; null if none, also when a dead one left its file. */
export async function findServer(dataDirectory: string): Promise<PostmasterFile | null> {
  const server = await readPostmasterFile(dataDirectory);
  return server && (await processes.serves(server.pid, dataDirectory)) ? server : null;
}

/**
 * Deletes the pid file of a dead server if its pid now belongs to another process. PostgreSQL tells the two apart only when
 * the other process has another user, and refuses to start otherwise; after a restart of a container that is usual.
 */
export async function discardStalePidFile(dataDirectory: string): Promise<void> {
  const stale = await readPostmasterFile(dataDirectory);
  if (!stale || !isAlive(stale.pid) || (await processes.serves(stale.pid, dataDirectory))) return;
  await rm(postmasterFilePath(dataDirectory), { force: true });
}

/**
 * Stops the server of a data directory: sessions are ended and everything is written out; when that takes too long, at once,
 * leaving the rest to recovery at the next start. No server is fine.
 */
export async function stopServer(
  dataDirectory: string,
  patience: StopPatience = STOP_PATIENCE,
): Promise<void> {
  const server = await findServer(dataDirectory);
  if (!server) return;
  const isGone = async () => !(await processes.serves(server.pid, dataDirectory));
  signal(server.pid, 'SIGINT');
  if (await until(isGone, patience.fastMs)) return;
  signal(server.pid, 'SIGQUIT');
  if (await until(isGone, patience.immediateMs)) return;
  signal(server.pid, 'SIGKILL');
  if (await until(isGone, patience.immediateMs)) return;
  throw new ClusterError(
    'stop_failed',
    `The database server with process id ${server.pid} does not end, not even when killed: the disk below it probably hangs.`,
  );
}

/** Ends a server and all it started without writing anything out: for data that will be deleted. */
export async function killServer(dataDirectory: string): Promise<void> {
  const server = await findServer(dataDirectory);
  if (server) signal(server.pid, 'SIGQUIT');
  if (server) await until(async () => !(await processes.serves(server.pid, dataDirectory)), 2_000);
  for (const pid of await processes.inside(dataDirectory)) signal(pid, 'SIGKILL');
  await until(async () => (await processes.inside(dataDirectory)).length === 0, 5_000, 20);
}
