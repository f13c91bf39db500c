import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { formatErrors } from './error-body.ts';
import { guardOrigin } from './origin-guard.ts';

let app: FastifyInstance;
let port: number;

/** A server that knows its own port, as the platform's does. */
beforeEach(async () => {
  const probe = Fastify();
  await probe.listen({ port: 0, host: '127.0.0.1' });
  port = (probe.server.address() as AddressInfo).port;
  await probe.close();
  app = Fastify();
  formatErrors(app);
  guardOrigin(app, readConfig({ BASALT_PORT: String(port) }));
  app.get('/x', async () => ({ ok: true }));
  await app.listen({ port, host: '127.0.0.1' });
});
afterEach(() => app.close());

async function ask(lines: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const text = lines.map((line) => line.replaceAll('<ours>', `127.0.0.1:${port}`)).join('\r\n');
  socket.write(`${text}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  socket.destroy();
  return String(answer);
}

test.each([
  ['twice', ['GET /x HTTP/1.1', 'Host: <ours>', 'Host: evil.test']],
  ['twice, ours last', ['GET /x HTTP/1.1', 'Host: evil.test', 'Host: <ours>']],
  ['twice the same', ['GET /x HTTP/1.1', 'Host: <ours>', 'Host: <ours>']],
  ['in two writings', ['GET /x HTTP/1.1', 'host: <ours>', 'accept: */*', 'HoSt: evil.test']],
  ['and another one in the address', ['GET http://evil.test/x HTTP/1.1', 'Host: <ours>']],
  ['for nothing', ['GET /nothing HTTP/1.1', 'host: <ours>', 'HOST: <ours>']],
])('a host that is named %s is refused', async (_, lines) => {
  const answer = await ask(lines);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/connection: close/i);
});

test.each([
  ['once', ['GET /x HTTP/1.1', 'Host: <ours>']],
  ['in the address as in the header', ['GET http://<ours>/x HTTP/1.1', 'Host: <ours>']],
])('a host that is named %s is not', async (_, lines) => {
  expect(await ask(lines)).toMatch(/^HTTP\/1\.1 200 /);
});
