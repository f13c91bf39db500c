import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { HeldAnswers } from './send-answer.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that gives away its responses, and clients that wait for them. */
async function open() {
  const responses: ServerResponse[] = [];
  const server = createServer((_, response) => responses.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as AddressInfo;
  return async () => {
    const before = responses.length;
    const request = get({ port }, (answer) => answer.pause());
    request.on('error', () => {});
    await vi.waitFor(() => expect(responses.length).toBe(before + 1), 10_000);
    return { request, response: responses[before] as ServerResponse };
  };
}

test('large answers of a project have a limit, and others theirs', async () => {
  const next = await open();
  const held = new HeldAnswers({ largeBytes: 10, maxBytes: 150, maxProjectBytes: 100 });
  const first = await next();
  expect(held.hold('a', 60, first.response)).toBe(true);
  expect(held.hold('a', 60, (await next()).response)).toBe(false);
  expect(held.hold('b', 60, (await next()).response)).toBe(true);
  expect(held.hold('b', 40, (await next()).response)).toBe(false);
  // Small ones always pass, and so does what a project has waited for.
  expect(held.hold('a', 9, (await next()).response)).toBe(true);
  expect(held.hold('c', 5000, (await next()).response)).toBe(true);
});

test.each([
  ['sent', (one: { response: ServerResponse }) => one.response.end('x')],
  ['given up', (one: { request: { destroy(): void } }) => one.request.destroy()],
])('an answer that was %s makes room', async (_, finish) => {
  const next = await open();
  const held = new HeldAnswers({ largeBytes: 10, maxProjectBytes: 100 });
  const first = await next();
  const second = await next();
  held.hold('a', 100, first.response);
  expect(held.hold('a', 100, second.response)).toBe(false);
  finish(first);
  await vi.waitFor(() => expect(held.hold('a', 90, second.response)).toBe(true), 10_000);
});

test('a client that does not take its answer is left', async () => {
  const next = await open();
  const held = new HeldAnswers({ largeBytes: 10, stallMs: 50 });
  const { response } = await next();
  const closed = vi.fn();
  response.on('close', closed);
  const bytes = Buffer.alloc(64 * 1024 * 1024);
  held.hold('a', bytes.length, response);
  response.end(bytes);
  await vi.waitFor(() => expect(closed).toHaveBeenCalled(), 4000);
  expect(response.writableFinished).toBe(false);
});
