import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { DatabaseDoor } from '../database-door.ts';

const WITHIN_MS = 10_000;
/** "Shall we speak TLS?", the first thing that a client may say. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const YES = 'S'.charCodeAt(0);

/**
 * A connection to a database, which may still be on its way; over TLS where the database insists on it. It leads to this machine, so
 * nobody else can stand in between and no certificate is checked.
 */
export function reachDoor(door: DatabaseDoor): Socket | Promise<Socket> {
  const socket = connect(door.port, door.host);
  socket.setNoDelay(true).setKeepAlive(true);
  return door.requireTls ? speakTls(socket) : socket;
}

/** Asks the other side of a connection for TLS, and speaks it. Its certificate is not checked. */
export async function speakTls(socket: Socket): Promise<Socket> {
  socket.setTimeout(WITHIN_MS, () => socket.destroy(new Error('The database did not answer in time.')));
  const hungUp = () => socket.destroy(new Error('The database hung up.'));
  socket.once('end', hungUp);
  try {
    socket.write(TLS_REQUEST);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.pause();
    if (answer.length !== 1 || answer[0] !== YES) throw new Error('The database does not speak TLS.');
    const secure = connectSecurely({ socket, rejectUnauthorized: false });
    await once(secure, 'secureConnect');
    socket.setTimeout(0);
    return secure;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    socket.off('end', hungUp);
  }
}
