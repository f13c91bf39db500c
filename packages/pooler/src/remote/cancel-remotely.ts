import { once } from 'node:events';
import type { Socket } from 'node:net';
import { cancelRequest, type RemoteDatabase } from '@basalt/postgres';
import { speakTls } from '../session/reach-door.ts';

/**
 * Asks a server to cancel what a session does. Servers do not answer this; whether it had an effect shows in the session.
 * @param key process and secret, as the server told them when the session began
 */
export async function cancelRemotely(
  { tls }: Pick<RemoteDatabase, 'tls'>,
  key: Buffer,
  connect: () => Promise<Socket>,
): Promise<void> {
  const plain = await connect();
  const socket = tls === 'off' ? plain : await speakTls(plain);
  socket.end(cancelRequest(key));
  await once(socket, 'close').catch(() => undefined);
}
