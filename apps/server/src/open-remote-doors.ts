import type { Outgoing } from '@basalt/network';
import { RemoteDoors, type RemoteDoorsOptions } from '@basalt/pooler';

const CONNECT_WITHIN_MS = 4_000;

/** The way to databases that somebody else runs: on the public internet, or where the operator allows it. */
export function openRemoteDoors(find: RemoteDoorsOptions['find'], outgoing: Outgoing): RemoteDoors {
  return new RemoteDoors({
    find,
    // That nobody listens, that nobody answers and that we may not ask are the same to whoever named the server.
    connect: (server) =>
      outgoing.attempt((signal) => outgoing.connect({ ...server, signal }), CONNECT_WITHIN_MS),
  });
}
