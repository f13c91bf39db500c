import type { IncomingHttpHeaders } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { shareHeaders } from './share-headers.ts';

function arrives(socket: Socket, headers: Record<string, string>) {
  const request = {
    socket,
    rawHeaders: Object.entries(headers).flat(),
    headers: { ...headers } as IncomingHttpHeaders,
  };
  const own = request.headers;
  shareHeaders(request);
  return { headers: request.headers, own };
}

test('requests of a connection that say the same share one object', () => {
  const socket = new Socket();
  const first = arrives(socket, { apikey: 'a', host: 'h' });
  const second = arrives(socket, { apikey: 'a', host: 'h' });
  expect(first.headers).toBe(first.own);
  expect(second.headers).toBe(first.own);
});

test.each([
  [{ apikey: 'b', host: 'h' }],
  [{ apikey: 'a', host: 'h', cookie: 'c' }],
  [{ apikey: 'a' }],
  [{ host: 'h', apikey: 'a' }],
])('%j is not taken for what came before', (headers) => {
  const socket = new Socket();
  arrives(socket, { apikey: 'a', host: 'h' });
  const next = arrives(socket, headers as Record<string, string>);
  expect(next.headers).toBe(next.own);
  expect(next.headers).toEqual(headers);
});

test('connections share nothing with each other', () => {
  const first = arrives(new Socket(), { apikey: 'a' });
  const second = arrives(new Socket(), { apikey: 'a' });
  expect(second.headers).not.toBe(first.headers);
});
