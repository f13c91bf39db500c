import { type ClientRequest, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createBodyReader, discardRest } from './read-body.ts';

const MB = 1024 * 1024;
const HURRIED = { silenceMs: 30, windowMs: 30, bytesPerSecond: 1, tickMs: 10 };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Sends a body to a real server that reads it with limits, and gives the server's answer. */
async function send(bytes: number, { max = 2 * MB, held = 4 * MB } = {}, times = 1): Promise<string[]> {
  const bodies = createBodyReader({ maxBytes: max, maxHeldBytes: held });
  const server = createServer((message, response) => {
    bodies.read(message, message.url ?? '').then(
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

test('one project has its share of it, and others theirs', async () => {
  const bodies = createBodyReader({ maxHeldBytes: 4 * MB, maxProjectBytes: 2 * MB });
  const server = createServer((message, response) => {
    bodies.read(message, message.url ?? '').then(
      () => response.end('read'),
      (error) => response.end(`${error.statusCode}`),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const answers: string[] = [];
  for (const path of ['a', 'a', 'a', 'b', 'b', 'b']) {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      method: 'POST',
      body: Buffer.alloc(MB),
    });
    answers.push(await response.text());
  }
  expect(answers).toEqual(['read', 'read', '503', 'read', 'read', '503']);
});

test('a client that stops sending is not waited for, and holds nothing', async () => {
  const bodies = createBodyReader({ pace: HURRIED, maxHeldBytes: 10 });
  const refusals: Promise<unknown>[] = [];
  const server = createServer((message) => {
    refusals.push(bodies.read(message, 'p').catch((error: unknown) => error));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  for (const time of [1, 2]) {
    const slow = request({ port, method: 'POST', headers: { 'content-length': '100' } });
    slow.on('error', () => {});
    // The second has room only if the first gave its own back.
    slow.write('ten bytes!');
    await vi.waitFor(() => expect(refusals).toHaveLength(time), 10_000);
    expect(await refusals.at(-1)).toMatchObject({ statusCode: 408 });
    slow.destroy();
  }
});

test('a body that comes fast enough, but for too long, is refused for that', async () => {
  const bodies = createBodyReader({ arrivalMs: 30 });
  let refused: Promise<unknown> | undefined;
  const server = createServer((message) => {
    refused = bodies.read(message, 'p').catch((error: unknown) => error);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const long = request({ port, method: 'POST', headers: { 'content-length': '1000' } });
  long.on('error', () => {});
  const sending = setInterval(() => long.write('piece'), 10);
  try {
    await vi.waitFor(() => expect(refused).toBeDefined(), 10_000);
    expect(await refused).toMatchObject({
      statusCode: 408,
      message: expect.stringMatching(/took longer than .* to arrive/),
    });
  } finally {
    clearInterval(sending);
    long.destroy();
  }
});

test('what is left of a body is watched once, however often that is asked for', async () => {
  const listeners = new Promise<number[]>((resolve) => {
    const server = createServer((message) => {
      const counts = [1, 2].map(() => {
        discardRest(message);
        return message.listenerCount('end');
      });
      resolve(counts);
      message.destroy();
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      const sending = request({ port, method: 'POST', headers: { 'content-length': '100' } });
      sending.on('error', () => {});
      sending.write('half');
    });
    closing.push(() => server.close());
  });
  const [once, twice] = await listeners;
  expect(once).toBeGreaterThan(0);
  expect(twice).toBe(once);
});

test('a client that breaks off leaves nothing behind', async () => {
  const bodies = createBodyReader();
  const failed = new Promise<unknown>((resolve) => {
    let broken: ClientRequest;
    const server = createServer((message) => {
      bodies.read(message, 'p').catch(resolve);
      broken.destroy();
    });
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      broken = request({ port, method: 'POST', headers: { 'content-length': '100' } });
      broken.on('error', () => {});
      broken.write('half');
    });
    closing.push(() => server.close());
  });
  expect(await failed).toMatchObject({ statusCode: 400 });
});
