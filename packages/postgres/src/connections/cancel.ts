import { connect as openSocket } from 'node:net';
import { toQueryError } from '../errors/query-error.ts';
import type { ConnectionTarget } from './connection-target.ts';

const CANCEL_REQUEST_CODE = 80_877_102;
const ANSWER_TIMEOUT_MS = 2000;

function cancelRequest(backendPid: number, secretKey: number): Buffer {
  const message = Buffer.alloc(16);
  message.writeInt32BE(16, 0);
  message.writeInt32BE(CANCEL_REQUEST_CODE, 4);
  message.writeInt32BE(backendPid, 8);
  message.writeInt32BE(secretKey, 12);
  return message;
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
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const socket = target.host.startsWith('/')
    ? openSocket(`${target.host}/.s.PGSQL.${target.port}`)
    : openSocket(target.port, target.host);
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error('timeout expired')));
  socket.once('connect', () => socket.write(cancelRequest(backendPid, secretKey)));
  socket.once('error', (error) => reject(toQueryError(error)));
  // The server closes the connection when it has passed the request on.
  socket.once('close', () => resolve());
  socket.resume();
  await promise;
}
