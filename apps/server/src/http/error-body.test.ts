import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { formatErrors } from './error-body.ts';

/** Sends all of a body before it reads anything, as simple clients do. */
async function send(bytes: number, heads: string): Promise<string> {
  const app = Fastify({ bodyLimit: 1_000 });
  formatErrors(app);
  app.post('/', async () => 'taken');
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${heads}\r\n\r\n`);
  for (let left = bytes; left > 0; left -= 65_536)
    if (!socket.write('x'.repeat(Math.min(left, 65_536)))) await once(socket, 'drain');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  socket.resume();
  await once(socket, 'close');
  return answer;
}

test('who sends too much reads the refusal, though it sends all of it first', async () => {
  const bytes = 20_000_000;
  expect(await send(bytes, `content-length: ${bytes}`)).toMatch(/^HTTP\/1\.1 413 [\s\S]*too large/);
});
