import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Outgoing } from '@basalt/network';
import { RemoteDoors, type RemoteDoorsOptions } from '@basalt/pooler';

const CONNECT_WITHIN_MS = 4_000;

/**
 * The way to databases that are not on this machine: of servers that somebody else runs on the public internet, or where the operator
 * allows it; of those that are kept for us wherever they are, for nobody has named them.
 */
export function openRemoteDoors(find: RemoteDoorsOptions['find'], outgoing: Outgoing): RemoteDoors {
  return new RemoteDoors({
    find,
    connect: ({ keeper, ...server }) =>
      keeper === null
        ? // That nobody listens, that nobody answers and that we may not ask are the same to whoever named the server.
          outgoing.attempt((signal) => outgoing.connect({ ...server, signal }), CONNECT_WITHIN_MS)
        : connectDirectly(server),
  });
}

async function connectDirectly(server: { host: string; port: number }): Promise<Socket> {
  const socket = connect(server);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_WITHIN_MS) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}
