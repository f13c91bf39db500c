import { once } from 'node:events';
import type { Socket } from 'node:net';
import { cancelRequest, type RemoteDatabase } from '@basalt/postgres';
import { speakTls } from '../session/reach-door.ts';

const WITHIN_MS = 10_000;

/**
 * Asks a server to cancel what a session does. Servers do not answer this; whether it had an effect shows in the session.
 * @param key process and secret, as the server told them when the session began
 * @param withinMs then the connection is given up
 */
export async function cancelRemotely(
  { tls }: Pick<RemoteDatabase, 'tls'>,
  key: Buffer,
  connect: () => Promise<Socket>,
  withinMs = WITHIN_MS,
): Promise<void> {
  const plain = await connect();
  // A server that takes it and never hangs up, or one that does not speak.
  const patience = setTimeout(
    () => plain.destroy(new Error('The server did not take it in time.')),
    withinMs,
  );
  try {
    const socket = tls === 'off' ? plain : await speakTls(plain);
    socket.resume().end(cancelRequest(key));
    await once(socket, 'close').catch(() => undefined);
  } finally {
    clearTimeout(patience);
  }
}
