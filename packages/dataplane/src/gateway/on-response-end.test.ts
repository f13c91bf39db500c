import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onResponseEnd } from './on-response-end.ts';

let app: FastifyInstance;
let port: number;
let begun: string[];
let ends: [url: string, answered: boolean][];
let answerSlow: () => void;

beforeEach(async () => {
  begun = [];
  ends = [];
  const slow = new Promise<void>((resolve) => {
    answerSlow = resolve;
  });
  app = Fastify();
  app.addHook('onRequest', async (request, reply) => {
    begun.push(request.url);
    onResponseEnd(reply, (answered) => ends.push([request.url, answered]));
  });
  app.get('/quick', async () => 'quick');
  app.get('/slow', async () => slow.then(() => 'slow'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(() => app.close());

async function send(...urls: string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.write(urls.map((url) => `GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`).join(''));
  await vi.waitFor(() => expect(begun).toEqual(urls), 10_000);
  return socket;
}

test('a request is over when its answer was sent, on a connection that stays', async () => {
  const socket = await send('/quick', '/quick');
  await vi.waitFor(() =>
    expect(ends).toEqual([
      ['/quick', true],
      ['/quick', true],
    ]),
  );
  socket.destroy();
  await once(socket, 'close');
  expect(ends).toHaveLength(2);
});

test('a request is over when its client is gone, also for answers that stand in line', async () => {
  const socket = await send('/slow', '/quick', '/quick');
  socket.destroy();
  await vi.waitFor(() => expect(ends).toHaveLength(3), 10_000);
  expect(ends.map(([, answered]) => answered)).toEqual([false, false, false]);
  answerSlow();
  await app.close();
  expect(ends).toHaveLength(3);
});
