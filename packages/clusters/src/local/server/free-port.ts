import { createServer, type Server } from 'node:net';

/** Takes a TCP port of 127.0.0.1 that nobody has. For tests. */
export function occupyPort(): Promise<{ port: number; server: Server }> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') resolve({ port: address.port, server });
    });
  });
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const { port, server } = await occupyPort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
