import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { RemoteDatabase } from '@basalt/postgres';
import { speakTls } from '../session/reach-door.ts';

const CANCEL_CODE = 80_877_102;

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
  const head = Buffer.alloc(8);
  head.writeInt32BE(8 + key.length, 0);
  head.writeInt32BE(CANCEL_CODE, 4);
  socket.end(Buffer.concat([head, key]));
  await once(socket, 'close').catch(() => undefined);
}
