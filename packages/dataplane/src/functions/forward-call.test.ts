import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type ClientRequest, createServer, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { forwardCall } from './forward-call.ts';

/** More than is read at once, and no more than a socket holds: the connection can be closed while some of it was not read yet. */
const ANSWER_BYTES = 150_000;
const BODY = Buffer.alloc(10_000, 'basalt');
const LIMITS = { wallClockMs: 60_000, answerMs: 60_000 };

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

/** A function that answers when it has the whole body, and closes the connection as soon as the answer is written. */
async function answersAndCloses() {
  const folder = await mkdtemp(path.join(tmpdir(), 'forward-'));
  const socketPath = path.join(folder, 'function.sock');
  const received: Buffer[] = [];
  const server = createServer(async (asked, answer) => {
    for await (const bytes of asked) received.push(bytes);
    answer.writeHead(200, { connection: 'close', 'content-length': ANSWER_BYTES });
    answer.end(Buffer.alloc(ANSWER_BYTES, 'x'));
  });
  await once(server.listen(socketPath), 'listening');
  open.push(
    () => server.close(),
    () => rm(folder, { recursive: true }),
  );
  return { socketPath, received: () => Buffer.concat(received) };
}

it.each([
  ['of a known length', { 'content-length': String(BODY.length) }],
  ['of a length that is not known', {}],
])('a body %s arrives as it was sent', async (_, headers) => {
  const running = await answersAndCloses();
  const body = new PassThrough();
  const { answered } = await callThrough(running.socketPath, body, headers);
  for (let at = 0; at < BODY.length; at += 3_000) body.write(BODY.subarray(at, at + 3_000));
  body.end();
  const [first] = await once(await answered, 'data');
  expect(first[0]).toBe('x'.charCodeAt(0));
  expect(running.received()).toEqual(BODY);
});

it('an answer is whole when the function has closed the connection before we know that all is sent', async () => {
  const running = await answersAndCloses();
  const body = new PassThrough();
  const headers = { 'content-length': String(BODY.length) };
  const connected = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const agent = new (class extends Agent {
    override createConnection() {
      return tellsLate(connect(running.socketPath), begun.promise).once('connect', connected.resolve);
    }
    // Of the class, but not of its types.
    addRequest(asked: ClientRequest, ...others: unknown[]) {
      asked.once('response', () => begun.resolve());
      // @ts-expect-error
      super.addRequest(asked, ...others);
    }
  })({ keepAlive: true });
  const { answered } = await callThrough(running.socketPath, body, headers, agent);
  await connected.promise;
  body.write(BODY);
  await setImmediate();
  body.end();
  let bytes = 0;
  for await (const part of await answered) bytes += part.length;
  expect(bytes).toBe(ANSWER_BYTES);
});

/** A connection whose writes are done as ever, and known to be done later, as on a machine that is busy with something else. */
function tellsLate(socket: Socket, until: Promise<void>): Socket {
  type Done = (error?: Error | null) => void;
  const late = (done: Done) => (error?: Error | null) => void until.then(() => done(error));
  const { _write, _writev } = socket;
  socket._write = (chunk, encoding, done) => _write.call(socket, chunk, encoding, late(done));
  socket._writev = (chunks, done) => _writev?.call(socket, chunks, late(done));
  return socket;
}

/** Begins a call whose body comes from us, as a client that reads the answer when it likes. */
async function callThrough(
  socketPath: string,
  body: PassThrough,
  headers: Record<string, string>,
  agent = new Agent({ keepAlive: true }),
) {
  const running = { socketPath, ended: new Promise<never>(() => {}), leave: () => {} };
  const app = Fastify();
  app.get('/', async (_request, reply) => {
    const call = { method: 'POST', url: '/hello', headers, body, scheme: 'http' as const };
    await forwardCall(call, reply, { running, agent, limits: LIMITS });
    return reply;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const client = request({ port: (app.server.address() as AddressInfo).port, agent: false }).end();
  open.push(
    () => app.close(),
    () => client.destroy(),
    () => agent.destroy(),
  );
  return { answered: once(client, 'response').then(([answer]) => answer as IncomingMessage) };
}
