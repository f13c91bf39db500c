import { randomBytes } from 'node:crypto';
import { connect as openSocket, type Socket } from 'node:net';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ConnectionTarget } from '../../connections/connection-target.ts';
import { cancelledError, QueryError, SQLSTATE, toQueryError } from '../../errors/query-error.ts';
import type { PgDumpResult, PgDumpTask } from './pg-dump-thread.ts';

const THREAD = new URL('./pg-dump-thread.ts', import.meta.url);

/** A value of a libpq connection string. */
function connectionValue(value: string): string {
  return `'${value.replace(/[\\']/g, '\\$&')}'`;
}

function connectionString({ user, database, password, applicationName, options }: ConnectionTarget): string {
  const values = {
    user,
    dbname: database,
    application_name: applicationName ?? 'basalt',
    // A server that works for a program which ended finds out and stops.
    options: `${options ?? ''} -c client_connection_check_interval=2000`.trim(),
    ...(password === undefined ? {} : { password }),
  };
  return Object.entries(values)
    .map(([name, value]) => `${name}=${connectionValue(value)}`)
    .join(' ');
}

/** Carries bytes between the server and the thread. The thread sleeps on the counter until something has come. */
function joinPorts(socket: Socket, port: MessagePort, arrivals: Int32Array): void {
  const deliver = (bytes: Buffer | null) => {
    port.postMessage(bytes);
    Atomics.add(arrivals, 0, 1);
    Atomics.notify(arrivals, 0);
  };
  socket.on('data', deliver);
  socket.once('close', () => deliver(null));
  port.on('message', (bytes: Uint8Array) => {
    if (socket.writable) socket.write(bytes);
  });
}

/**
 * The definitions of a database as SQL text, made by the pg_dump that runs as WebAssembly in a thread of this process.
 * @param args pg_dump's own; connection and output file are set here
 * @throws {QueryError} what pg_dump complained about; 08001 and 08006 without a server, 57014 when the signal fired
 */
export async function runPgDump(
  source: ConnectionTarget,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  if (signal?.aborted) throw cancelledError();
  const socket = source.host.startsWith('/')
    ? openSocket(`${source.host}/.s.PGSQL.${source.port}`)
    : openSocket(source.port, source.host);
  let lost: unknown = null;
  socket.on('error', (error) => {
    lost = error;
  });
  const abort = () => socket.destroy();
  signal?.addEventListener('abort', abort, { once: true });
  const { port1, port2 } = new MessageChannel();
  const arrivals = new Int32Array(new SharedArrayBuffer(4));
  joinPorts(socket, port1, arrivals);
  const restrictKey = randomBytes(16).toString('hex');
  const task: PgDumpTask = {
    args: ['--schema-only', '--encoding=UTF8', ...args, '--dbname', connectionString(source)],
    port: port2,
    arrivals,
    restrictKey,
  };
  const thread = new Worker(THREAD, { workerData: task, transferList: [port2], stdout: true, stderr: true });
  try {
    const result = await resultOf(thread);
    if ('sql' in result) return result.sql;
    throw signal?.aborted ? cancelledError() : pgDumpError(result.failure, lost, socket);
  } catch (error) {
    throw signal?.aborted ? cancelledError() : toQueryError(error);
  } finally {
    signal?.removeEventListener('abort', abort);
    socket.destroy();
    port1.close();
    await thread.terminate();
  }
}

function pgDumpError(failure: string, lost: unknown, socket: Socket): QueryError {
  if (lost !== null) return toQueryError(lost);
  const words = /pg_dump: error: ([\s\S]*)/.exec(failure)?.[1] ?? failure;
  const hungUp =
    socket.readyState !== 'open' || /server closed the connection|terminating connection/.test(words);
  const code = hungUp ? SQLSTATE.connectionLost : SQLSTATE.internal;
  return new QueryError({
    message: `The definitions of the database could not be read: ${words.trim()}`,
    code,
  });
}

function resultOf(thread: Worker): Promise<PgDumpResult> {
  return new Promise((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('The program that reads the definitions ended too early.')));
  });
}
