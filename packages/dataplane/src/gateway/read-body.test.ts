import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createBodyReader } from './read-body.ts';

const MB = 1024 * 1024;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Sends a body to a real server that reads it with limits, and gives the server's answer. */
async function send(bytes: number, { max = 2 * MB, held = 4 * MB } = {}, times = 1): Promise<string[]> {
  const bodies = createBodyReader(max, held);
  const server = createServer((message, response) => {
    bodies.read(message).then(
      (body) => response.end(`read ${body.length}`),
      (error) => response.end(`${error.statusCode}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const answers: string[] = [];
  for (let index = 0; index < times; index++) {
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: Buffer.alloc(bytes) });
    answers.push(await response.text());
  }
  return answers;
}

test('a body up to the limit is read, a longer one is refused and the client hears of it', async () => {
  expect(await send(2 * MB)).toEqual([`read ${2 * MB}`]);
  expect(await send(2 * MB + 1)).toEqual(['413']);
  expect(await send(60 * MB)).toEqual(['413']);
});

test('all bodies together stay within a budget', async () => {
  // Nothing is released here: the third would be the fifth megabyte.
  expect(await send(2 * MB, {}, 3)).toEqual([`read ${2 * MB}`, `read ${2 * MB}`, '503']);
});

test('a client that breaks off leaves nothing behind', async () => {
  const bodies = createBodyReader();
  const failed = new Promise<unknown>((resolve) => {
    const server = createServer((message) => void bodies.read(message).catch(resolve));
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const broken = request({ port, method: 'POST', headers: { 'content-length': '100' } });
      broken.on('error', () => {});
      broken.write('half');
      setTimeout(() => broken.destroy(), 20);
    });
    closing.push(() => server.close());
  });
  expect(await failed).toMatchObject({ statusCode: 400 });
});
