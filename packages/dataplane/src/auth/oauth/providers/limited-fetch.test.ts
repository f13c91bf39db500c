import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limitedFetch } from './limited-fetch.ts';

let server: Server;
let base: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/json') return response.end('{"a":1}');
    if (request.url === '/redirect') return response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    if (request.url === '/endless') {
      const more = () => response.write('x'.repeat(65536), () => !response.destroyed && more());
      return more();
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('limitedFetch', () => {
  it('reads an ordinary answer', async () => {
    expect(await (await limitedFetch(`${base}/json`)).json()).toEqual({ a: 1 });
  });

  it('does not follow redirects', async () => {
    expect((await limitedFetch(`${base}/redirect`)).status).toBe(302);
  });

  it('stops reading an answer that does not end', async () => {
    await expect(limitedFetch(`${base}/endless`)).rejects.toThrow('larger than 1048576 bytes');
  });

  it('stops waiting for an answer that does not come', async () => {
    const limits = { timeoutMs: 50, maxBytes: 1000 };
    await expect(limitedFetch(`${base}/silence`, {}, limits)).rejects.toThrow('timeout');
  });

  it.each(['file:///etc/passwd', 'data:application/json,{}', 'ftp://example.com/', 'javascript:1'])(
    'refuses %s',
    async (url) => {
      await expect(limitedFetch(url)).rejects.toThrow('over http and https only');
    },
  );

  it('refuses credentials in the address', async () => {
    await expect(limitedFetch(base.replace('//', '//user:pass@'))).rejects.toThrow('user name or a password');
  });
});
