import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectSnapshot } from '@basalt/project';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldProjects } from '../project/held-projects.ts';
import { REQUESTS } from './admission.ts';
import { buildGateway } from './build-gateway.ts';
import type { GatewayService } from './gateway-service.ts';

const REF = 'abcdefghijklmnopqrst';
const MB = 1024 * 1024;
const KEY = 'sb_publishable_abc';
const SERVING = {
  ref: REF,
  servicesRestart: null,
  unavailable: null,
  keys: [
    {
      hash: createHash('sha256').update(KEY).digest('base64url'),
      role: 'anon',
      type: 'publishable',
      enabled: true,
    },
  ],
  verificationKeys: [],
} as unknown as ProjectSnapshot;
const PAUSED = { ...SERVING, unavailable: { kind: 'paused', message: 'It is paused.' } } as const;

/** As slow as a client may be here: 300 bytes in 300 ms. */
const PACE = { silenceMs: 250, windowMs: 300, bytesPerSecond: 1_000, tickMs: 10 };

let project: ProjectSnapshot | null;
let notify: (ref: string) => void;
let app: FastifyInstance;
let port: number;
let log: [path: string, status: number, role: string][];
/** What the service under test learned. */
let told: [ref: string, isThere: boolean][];
let failures: string[];
let mayRead: Promise<void>;
let upgraded: number;

/** Sends back what it gets: streams when it may read, upgraded connections at once. */
const ECHO: GatewayService = {
  name: 'echo',
  connections: 'many',
  body: 'stream',
  maxStreamBytes: 96 * MB,
  isOpen: () => false,
  plugin: async (scope) => {
    scope.post('/', async (request, reply) => {
      await mayRead;
      const body = request.body as Readable;
      body.on('error', ({ message }) => failures.push(message));
      return reply.send(body);
    });
    scope.post('/deaf', async () => 'not read');
    scope.post('/count', async (request) => {
      let bytes = 0;
      for await (const chunk of request.body as Readable) bytes += chunk.length;
      return { bytes };
    });
    scope.get('/', async () => 'plain');
  },
  upgrade: ({ socket, head, url, caller }) => {
    if (url === '/broken') throw new Error('a secret detail');
    upgraded += 1;
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n');
    socket.write(`${caller.kind} ${url}\n`);
    socket.write(head);
    socket.pipe(socket);
  },
  changed: (ref, snapshot) => told.push([ref, snapshot !== null]),
};

const PLAIN: GatewayService = {
  name: 'plain',
  isOpen: () => false,
  plugin: async (scope) => {
    scope.get('/', async () => 'plain');
    scope.post('/', async (request) => (request.body as Buffer).length);
  },
};

beforeEach(async () => {
  [project, log, told, failures, mayRead, upgraded] = [SERVING, [], [], [], Promise.resolve(), 0];
  app = buildGateway({
    logger: Fastify({ logger: { level: 'silent' } }).log,
    runtime: {
      find: async (ref) => (ref === REF ? project : null),
      onChange: (listener) => {
        notify = listener;
        return () => {};
      },
    },
    projects: new HeldProjects(),
    services: [ECHO, PLAIN],
    requestLog: {
      add: (_ref, { path, status, role }) => log.push([path, status, role]),
      noteKey: () => {},
      close: async () => {},
    },
    projectDomain: 'api.test',
    pace: PACE,
    state: () => 'ready',
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(() => app.close());

const post = (path = '/', headers: Record<string, string> = {}) =>
  httpRequest({ port, method: 'POST', path: `/${REF}/echo/v1${path}`, headers: { apikey: KEY, ...headers } });

test('a stream larger than what is held in memory comes back whole, at the pace of its reader', async () => {
  let read = () => {};
  mayRead = new Promise((resolve) => {
    read = resolve;
  });
  const request = post();
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  const chunk = randomBytes(MB);
  const [sent, received] = [createHash('sha256'), createHash('sha256')];
  let written = 0;
  const sending = (async () => {
    for (let index = 0; index < 80; index += 1) {
      sent.update(chunk);
      if (!request.write(chunk)) await once(request, 'drain');
      written += chunk.length;
    }
    request.end();
  })();
  // Nobody reads yet: what the gateway does not take must stay with the client.
  await vi.waitFor(() => expect(written).toBeGreaterThan(0), 10_000);
  await sleep(300);
  expect(written).toBeLessThan(30 * MB);
  read();
  const [response] = await answered;
  for await (const piece of response) received.update(piece as Buffer);
  await sending;
  expect(received.digest('hex')).toBe(sent.digest('hex'));
});

test('a stream that says how large it is, and is too large, is refused before it is sent', async () => {
  const request = post('/count', { 'content-length': String(97 * MB) });
  request.flushHeaders();
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect([response.statusCode, JSON.parse(await text(response)).message]).toEqual([
    413,
    'The request is too large: at most 96 MB.',
  ]);
  request.destroy();
});

test('a stream that turns out too large is refused, also to a client that goes on sending', async () => {
  const socket = connect(port, '127.0.0.1');
  const answer = read(socket, 'at most 96 MB');
  socket.write(
    `POST /${REF}/echo/v1/count HTTP/1.1\r\nhost: x\r\napikey: ${KEY}\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MB), Buffer.from('\r\n')]);
  for (let index = 0; index < 120; index += 1) if (!socket.write(chunk)) await once(socket, 'drain');
  socket.write('0\r\n\r\n');
  expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
  socket.write(`GET /${REF}/echo/v1/ HTTP/1.1\r\nhost: x\r\napikey: ${KEY}\r\n\r\n`);
  expect(await read(socket, 'plain')).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test('a client that breaks off is told to whoever reads its stream', async () => {
  const request = post();
  request.on('error', () => {});
  request.write('half of');
  await once(request, 'response');
  request.destroy();
  await vi.waitFor(() => expect(failures).toEqual(['The request ended before its body did.']), 10_000);
  await vi.waitFor(() => expect(log).toHaveLength(1), 10_000);
});

test('a service that does not read is answered for all the same, on a connection that stays', async () => {
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      fetch(`http://127.0.0.1:${port}/${REF}/echo/v1/deaf`, {
        method: 'POST',
        body: Buffer.alloc(8 * MB),
        headers: { apikey: KEY },
      }).then((answer) => answer.text()),
    ),
  );
  expect(answers).toEqual(['not read', 'not read', 'not read']);
});

test('a service beside it gets whole bodies', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/${REF}/plain/v1/`, {
    method: 'POST',
    body: 'four',
    headers: { apikey: KEY },
  });
  expect(await answer.text()).toBe('4');
});

/** Announces a body and sends a byte of it now and then, until it is hung up on. */
async function trickle(path: string, key = KEY): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  const head = [`POST ${path} HTTP/1.1`, 'host: x', `apikey: ${key}`, 'content-length: 100000'];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const timer = setInterval(() => socket.write('x'), 20);
  let all = '';
  socket.on('data', (chunk) => {
    all += String(chunk);
  });
  await new Promise((closed) => socket.on('close', closed));
  clearInterval(timer);
  return all;
}

test.each([
  ['held in memory', `/${REF}/plain/v1/`],
  ['read as a stream', `/${REF}/echo/v1/count`],
])('a body that trickles is not waited for: %s', async (_, path) => {
  const answer = await trickle(path);
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close/i);
  expect(answer).toContain('came too slowly: 1 kB a second is the least.');
  expect(log.map(([, status]) => status)).toEqual([408]);
});

test.each([
  ['whose client is not let in', `/${REF}/plain/v1/`, 'nonsense', 401],
  ['for an unknown address', '/nowhere', KEY, 404],
  ['that its service answered without it', `/${REF}/echo/v1/deaf`, KEY, 200],
])('nor is one %s: it is answered at once and hung up on', async (_, path, key, status) => {
  expect(await trickle(path, key)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test('a slow upload that goes on is served', async () => {
  const request = post('/count');
  const answered = once(request, 'response') as Promise<[IncomingMessage]>;
  for (let index = 0; index < 40; index += 1) {
    request.write(Buffer.alloc(200));
    await sleep(20);
  }
  request.end();
  const [response] = await answered;
  expect(JSON.parse(await text(response))).toEqual({ bytes: 8_000 });
});

/** A connection that asks for another protocol and sends something in it along. */
function upgrade(path: string, headers: readonly string[] = ['host: a.test'], more = ''): Socket {
  const socket = connect(port, '127.0.0.1');
  const lines = [`GET ${path} HTTP/1.1`, ...headers, 'connection: Upgrade', 'upgrade: echo'];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${more}`);
  return socket;
}

async function read(socket: Socket, until: string): Promise<string> {
  let all = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    all += String(chunk);
    if (all.includes(until)) break;
  }
  return all;
}

const ECHO_PATH = `/${REF}/echo/v1/talk?x=1&apikey=${KEY}`;

test.each([
  ['path', ECHO_PATH, 'host: a.test'],
  ['host', `/echo/v1/talk?x=1&apikey=${KEY}`, `host: ${REF}.api.test`],
])('an upgrade finds its service by %s and exchanges bytes', async (_, path, host) => {
  const socket = upgrade(path, [host], 'early ');
  expect(await read(socket, 'early ')).toMatch(/^HTTP\/1\.1 101 [\s\S]*\r\n\r\nkey \/talk\?x=1\nearly $/);
  socket.write('and late');
  expect(await read(socket, 'late')).toBe('and late');
  expect(log).toEqual([['/echo/v1/talk', 101, 'anon']]);
  socket.destroy();
});

test.each([
  ['no key', `/${REF}/echo/v1/talk`, 401, 'No API key found in request'],
  ['an unknown project', `/${'z'.repeat(20)}/echo/v1/talk?apikey=${KEY}`, 404, 'There is no project'],
  ['a defect', `/${REF}/echo/v1/broken?apikey=${KEY}`, 500, 'Something went wrong'],
])('an upgrade with %s is refused', async (_, path, status, message) => {
  const answer = await text(upgrade(path));
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toContain(message);
  expect(answer).not.toContain('secret detail');
});

test('an upgrade to a paused project is refused', async () => {
  project = PAUSED;
  const answer = await text(upgrade(ECHO_PATH));
  expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 5[\s\S]*It is paused\./);
  expect(log).toEqual([['/echo/v1/talk', 503, '']]);
});

test('hosts that are named twice are refused here too', async () => {
  expect(await text(upgrade(ECHO_PATH, ['host: a.test', 'host: b.test']))).toMatch(/^HTTP\/1\.1 400 /);
});

test('a service without upgrades serves such a request like any other', async () => {
  const socket = upgrade(`/${REF}/plain/v1/?apikey=${KEY}`);
  expect(await read(socket, 'plain')).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test.each([
  ['is paused', PAUSED],
  ['is gone', null],
  ['has all its services restarted', { ...SERVING, servicesRestart: 'a restart' }],
])('an upgraded connection ends when its project %s', async (_, change) => {
  const socket = upgrade(ECHO_PATH);
  await read(socket, '/talk');
  project = change;
  notify(REF);
  await once(socket, 'close');
  expect(told).toEqual([[REF, change !== null]]);
});

test('an upgraded connection stays through other changes, and when the database alone restarts', async () => {
  const socket = upgrade(ECHO_PATH);
  await read(socket, '/talk');
  for (const unavailable of [null, { kind: 'starting', message: 'It restarts.' } as const]) {
    project = { ...SERVING, unavailable };
    notify(REF);
  }
  await vi.waitFor(() => expect(told).toHaveLength(2), 10_000);
  socket.write('still here');
  expect(await read(socket, 'here')).toBe('still here');
  socket.destroy();
});

test('more connections stay open than requests may be answered at once', async () => {
  const sockets: Socket[] = [];
  while (sockets.length < REQUESTS.perProject + 100) {
    const some = Array.from({ length: 100 }, () => upgrade(ECHO_PATH));
    await Promise.all(some.map((socket) => read(socket, '/talk')));
    sockets.push(...some);
  }
  for (const socket of sockets) socket.destroy();
});

test('a pause that comes while the project is looked up leaves no connection behind', async () => {
  const socket = upgrade(ECHO_PATH);
  project = PAUSED;
  notify(REF);
  await once(socket.resume(), 'close');
  project = SERVING;
  expect(upgraded).toBeLessThanOrEqual(1);
});

test('a client that breaks off leaves its place, and the gateway stops with connections open', async () => {
  const sockets = Array.from({ length: 5 }, () => upgrade(ECHO_PATH));
  await Promise.all(sockets.map((socket) => read(socket, '/talk')));
  sockets[0]?.resetAndDestroy();
  const closed = sockets.slice(1).map((socket) => once(socket.resume(), 'close'));
  await app.close();
  await Promise.all(closed);
});
