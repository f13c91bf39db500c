import { connect as openSocket } from 'node:net';
import { toQueryError } from '../errors/query-error.ts';
import type { ConnectionTarget } from './connection-target.ts';

const CANCEL_REQUEST_CODE = 80_877_102;
const ANSWER_TIMEOUT_MS = 2000;

/** The packet with which a server is asked to cancel. @param key process and secret, as the server told them */
export function cancelRequest(key: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(head.length + key.length, 0);
  head.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  return Buffer.concat([head, key]);
}

/**
 * Asks the server to cancel what the backend is doing. Resolves once the server has taken the request, which says
 * nothing about its success: a wrong key or an idle backend is silently ignored. Throws QueryError 08001 when the
 * server cannot be reached.
 */
export async function cancelBackend(
  target: ConnectionTarget,
  backendPid: number,
  secretKey: number,
): Promise<void> {
  const key = Buffer.alloc(8);
  key.writeInt32BE(backendPid, 0);
  key.writeInt32BE(secretKey, 4);
  await cancelByKey(target, key);
}

/** The same by pid and secret as the server sent them, which may be longer than a number. */
export async function cancelByKey(
  target: Pick<ConnectionTarget, 'host' | 'port'>,
  key: Buffer,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = target.host.startsWith('/')
    ? openSocket(`${target.host}/.s.PGSQL.${target.port}`)
    : openSocket(target.port, target.host);
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('timeout expired')));
  socket.once('connect', () => socket.write(cancelRequest(key)));
  socket.once('error', (error) => reject(toQueryError(error)));
  // The server closes the connection when it has passed the request on.
  socket.once('close', () => resolve());
  socket.resume();
  await promise;
}
