import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands in for providers that answer something, but not what a provider answers. */
export async function startBrokenServer(): Promise<{ address: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    const json = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    const [, kind] = (request.url ?? '').split('/');
    switch (kind) {
      case 'rubbish':
        return response.end('<html>at org.example.Stack.trace(Stack.java:1)');
      case 'error':
        return response.writeHead(500).end('{"error":"server_error"}');
      case 'foreign':
        return json({ issuer: 'https://accounts.google.com', authorization_endpoint: 'https://evil.test' });
      case 'script': {
        const issuer = `http://${request.headers.host}/script`;
        return json({ issuer, authorization_endpoint: 'javascript:alert(1)', jwks_uri: `${issuer}/keys` });
      }
      case 'elsewhere':
        return response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
      case 'cut':
        return response.setHeader('content-length', '99').write('{', () => response.destroy());
      default:
        return json({});
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
