import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:tls';
import type { Certificates } from './certificates.ts';

/** A client that says nothing holds a connection no longer. */
const HANDSHAKE_MS = 10_000;

/**
 * A second way into an HTTP server, over TLS. Its connections are that server's own from then on: it limits, upgrades and ends them. The
 * port is closed with the server.
 */
export async function openTlsDoor(
  server: Server,
  certificates: Certificates,
  { host, port }: { host: string; port: number },
): Promise<{ port: number }> {
  const door = createServer(
    {
      ...certificates.own,
      ALPNProtocols: ['http/1.1'],
      handshakeTimeout: HANDSHAKE_MS,
      SNICallback: (name, done) => {
        certificates.contextFor(name).then(
          (context) => done(null, context ?? undefined),
          (error: Error) => done(error),
        );
      },
    },
    (socket) => void server.emit('connection', socket),
  );
  certificates.watchOwn((own) => door.setSecureContext(own));
  // Scanners, and browsers that do not trust the certificate.
  door.on('tlsClientError', (_error, socket) => socket.destroy());
  door.listen({ host, port });
  await once(door, 'listening');
  server.once('close', () => door.close());
  const address = door.address();
  return { port: typeof address === 'object' && address !== null ? address.port : port };
}
