import { connect, type Socket } from 'node:net';
import { type FindOptions, findServer } from './find-server.ts';
import { pinnedLookup } from './pinned-lookup.ts';
import { readHost } from './read-host.ts';

/** A plain connection to a port of a server that may be asked. Throws any error. */
export async function openConnection(
  { host, port, signal }: { host: string; port: number; signal: AbortSignal },
  find: FindOptions,
): Promise<Socket> {
  const server = readHost(host);
  const addresses = await findServer(server, find);
  signal.throwIfAborted();
  const socket = connect({ host: server.text, port, lookup: pinnedLookup(addresses) });
  return await new Promise((resolve, reject) => {
    // The listener stays: until the new owner has one, an error that nobody hears would end the process.
    socket.once('connect', () => resolve(socket)).on('error', reject);
    signal.addEventListener('abort', () => {
      if (!socket.connecting) return;
      socket.destroy();
      reject(signal.reason as Error);
    });
  });
}
