import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { ProjectSnapshot, RequestLogEntry } from '@basalt/project';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HeldProjects } from '../../project/held-projects.ts';
import { buildGateway } from '../build-gateway.ts';
import type { GatewayService } from '../gateway-service.ts';
import type { PlainAnswer } from './write-plain-answer.ts';

const REF = 'abcdefghijklmnopqrst';
const KEY = 'header.anon.signature';
const PROJECT = {
  ref: REF,
  unavailable: null,
  keys: [
    {
      hash: createHash('sha256').update(KEY).digest('base64url'),
      role: 'anon',
      type: 'legacy',
      enabled: true,
    },
  ],
  verificationKeys: [],
} as unknown as ProjectSnapshot;

interface Came {
  method: string;
  url: string;
  headers: object;
  body: string | null;
}

/** How many requests came to the routes, and how many before them. */
const counts = { routes: 0, plain: 0 };
let log: RequestLogEntry[] = [];
let gateway: FastifyInstance;
let hold: Promise<void> | null = null;

/** Says what reached it: the same by routes and plainly, unless something differs on the way. */
function echo(came: Came): PlainAnswer {
  const says = {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-made': ['a', 'b'] },
  };
  if (came.url.startsWith('/empty')) return { status: 204, headers: {}, body: null };
  if (came.url.startsWith('/bad-header')) return { status: 200, headers: { 'x-bad': 'a\r\nb: c' }, body: '' };
  if (came.url.startsWith('/large')) return { ...says, body: Buffer.alloc(3_000_000, 'x') };
  if (came.url.startsWith('/odd')) return { ...says, status: 299, reason: 'Odd', body: '"ä"' };
  return { ...says, body: Buffer.from(JSON.stringify(came)) };
}

const SERVICE: GatewayService = {
  name: 'echo',
  isOpen: () => false,
  plugin: async (app) => {
    app.all('/*', async (request, reply) => {
      counts.routes += 1;
      await hold;
      const { method, headers } = request;
      const body = request.body === undefined ? null : String(request.body);
      const { status, reason, ...answer } = echo({ method, url: request.project.url, headers, body });
      if (reason !== undefined) reply.raw.statusMessage = reason;
      return reply
        .code(status)
        .headers({ ...answer.headers })
        .send(answer.body ?? undefined);
    });
  },
  async answer({ method, project, headers, body }) {
    counts.plain += 1;
    await hold;
    return echo({ method, url: project.url, headers, body: body === undefined ? null : String(body) });
  },
};

beforeEach(async () => {
  Object.assign(counts, { routes: 0, plain: 0 });
  log = [];
  hold = null;
  gateway = buildGateway({
    logger: Fastify({ logger: { level: 'silent' } }).log,
    projects: new HeldProjects(),
    runtime: { find: (ref) => (ref === REF ? PROJECT : null), onChange: () => () => {} },
    services: [SERVICE],
    requestLog: { add: (_ref, entry) => log.push(entry), noteKey: () => {}, close: async () => {} },
    projectDomain: 'projects.example',
    state: () => 'ready',
  });
  await gateway.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => gateway.close());

const open = () => connect((gateway.server.address() as AddressInfo).port, '127.0.0.1').setNoDelay();
const settled = () => new Promise((done) => setTimeout(done, 20));

/**
 * All that comes back until the connection ends, without what moves with the time. Each piece is sent when the one before it was
 * read, and the client goes away when as many answers came.
 */
async function send(pieces: string[], answers = 1): Promise<string> {
  const accepted = once(gateway.server, 'connection');
  const socket = open().setEncoding('latin1');
  let came = '';
  socket.on('data', (text) => {
    came += text;
  });
  const ended = once(socket, 'close');
  const [there] = (await accepted) as [Socket];
  let sent = 0;
  for (const piece of pieces) {
    socket.write(piece, 'latin1');
    sent += piece.length;
    await until(() => there.destroyed || there.bytesRead >= sent);
  }
  await until(() => socket.destroyed || came.split('HTTP/1.1 ').length > answers);
  await settled();
  socket.end();
  await ended;
  return came.replaceAll(/^date: .*\r\n/gim, '').toLowerCase();
}

const until = (is: () => boolean) =>
  vi.waitFor(() => expect(is()).toBe(true), { timeout: 8_000, interval: 5 });

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`;
const HOST = `host: localhost\r\napikey: ${KEY}`;
const get = (path: string, ...headers: string[]) =>
  lines(`GET /${REF}/echo/v1${path} HTTP/1.1`, HOST, ...headers);
const post = (body: string, ...headers: string[]) =>
  lines(`POST /${REF}/echo/v1/x HTTP/1.1`, HOST, `content-length: ${body.length}`, ...headers) + body;

test.each([
  ['a read', get('/items?id=eq.1&select=*')],
  ['percent codes in the query', get('/items?name=eq.%C3%A4%zz')],
  [
    'headers of all kinds',
    get('/x', 'Accept: a/b, c/d;q=0.5', 'Cookie: a=b; c=d', 'X-Many:   spaces  between'),
  ],
  ['an insert', post('{"a":1}', 'content-type: application/json; charset=utf-8')],
  ['bytes', post('\u00ff\u0000\r\n\r\n', 'content-type: application/octet-stream')],
  ['a body without a type', post('x')],
  ['an empty body', post('')],
  ['a body with a read', `${get('/x', 'content-length: 3')}abc`],
  ['no content', get('/empty')],
  ['a reason of its own', get('/odd')],
  ['a large answer', get('/large')],
  ['a connection to be kept', get('/x', 'connection: Keep-Alive')],
  [
    'a project by its host',
    lines('GET /echo/v1/x HTTP/1.1', `host: ${REF}.projects.example:80`, `apikey: ${KEY}`),
  ],
  ['a key in the query', lines(`GET /${REF}/echo/v1/x?a=b&apikey=${KEY} HTTP/1.1`, 'host: localhost')],
])('%s is answered before the web server, as there', async (_, message) => {
  const [whole, split] = [await send([message]), await send([message.slice(0, 9), message.slice(9)])];
  expect(counts).toEqual({ plain: 1, routes: 1 });
  const [first, second] = [whole, split].map((answer) => answer.split('\r\n\r\n'));
  // The same headers; where they stand means nothing.
  expect(first?.[0]?.split('\r\n').sort()).toEqual(second?.[0]?.split('\r\n').sort());
  expect(first?.slice(1)).toEqual(second?.slice(1));
  expect(log[0]).toMatchObject({ ...log[1], time: expect.any(Number), duration: expect.any(Number) });
});

test.each<[what: string, message: string, answers?: number]>([
  ['HEAD', get('/x').replace('GET', 'HEAD')],
  ['OPTIONS', get('/x').replace('GET', 'OPTIONS')],
  ['an unknown method', get('/x').replace('GET', 'GOT')],
  ['HTTP/1.0', get('/x').replace('/1.1\r\n', '/1.0\r\n')],
  [
    'HTTP/2 by an upgrade',
    get('/x', 'connection: upgrade, http2-settings', 'upgrade: h2c', 'http2-settings: x'),
  ],
  ['a connection to be closed', get('/x', 'connection: close')],
  ['another host in the address', get('/x').replace(' /', ' http://other/')],
  ['no host', get('/x').replace('host: localhost\r\n', '')],
  ['two hosts', get('/x', 'host: other')],
  ['no key', get('/x').replace(KEY, '')],
  ['a wrong key', get('/x').replace(KEY, 'other')],
  ['no such project', get('/x').replace(REF, 'b'.repeat(20))],
  ['no such service', get('/x').replace('echo', 'other')],
  ['a path in percent codes', get('/%69tems')],
  ['a path that cannot be decoded', get('/%zz')],
  ['a fragment', get('/x#y')],
  ['a header twice', get('/x', 'x-a: 1', 'X-A: 2')],
  ['a folded header', get('/x', 'x-a: 1', ' more')],
  ['a name with a blank', get('/x', 'content-length : 5')],
  ['a bare line feed', get('/x').replace('\r\napikey', '\napikey')],
  ['a bare carriage return', get('/x', 'x-a: 1\rx-b: 2')],
  ['a null', get('/x', 'x-a: \u0000')],
  ['other characters', get('/x', 'x-a: \u00e4')],
  ['a line that is no header', get('/x', 'x-a')],
  ['chunks', `${get('/x', 'transfer-encoding: chunked').replace('GET', 'POST')}3\r\nabc\r\n0\r\n\r\n`],
  [
    'chunks and a length',
    `${get('/x', 'transfer-encoding: chunked', 'content-length: 3').replace('GET', 'POST')}0\r\n\r\n`,
  ],
  ['two lengths', `${get('/x', 'content-length: 3', 'content-length: 4').replace('GET', 'POST')}abcd`],
  ['a length with a sign', `${get('/x', 'content-length: +3').replace('GET', 'POST')}abc`],
  ['a length that is a list', `${get('/x', 'content-length: 3, 3').replace('GET', 'POST')}abc`],
  [
    'an expectation',
    `${get('/x', 'content-length: 3', 'expect: 100-continue').replace('GET', 'POST')}abc`,
    2,
  ],
  ['a type that is none', post('{}', 'content-type: nonsense')],
  ['two requests at once', get('/a') + get('/b'), 2],
  ['more than the body', `${post('abc')}GET / HTTP/1.1`],
  ['a body of 100 kB', post('x'.repeat(100_000))],
  ['headers of 100 kB', get('/x', `x-a: ${'a'.repeat(100_000)}`)],
])('%s goes to the web server', async (_, message, answers = 1) => {
  const whole = await send([message], answers);
  const split = await send([message.slice(0, 9), message.slice(9)], answers);
  expect(counts.plain).toBe(0);
  expect(whole).toBe(split);
  expect(whole).toMatch(/^http\/1\.1 \d{3} /);
});

test('a connection goes on with plain requests, and stays with the web server after the first that is none', async () => {
  const answers = await send(
    [get('/1'), post('{"n":2}'), get('/3'), get('/4').replace('GET', 'HEAD'), get('/5')],
    5,
  );
  expect(answers.match(/http\/1\.1 200 ok/g)).toHaveLength(5);
  expect(counts).toEqual({ plain: 3, routes: 2 });
  expect(log.map(({ path }) => path.slice(-2))).toEqual(['/1', '/x', '/3', '/4', '/5']);
});

test('what comes before an answer was sent is answered after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  const socket = open().setEncoding('latin1');
  let came = '';
  socket.on('data', (text) => {
    came += text;
  });
  for (const path of ['/1', '/2', '/3']) {
    socket.write(get(path));
    await settled();
  }
  expect(came).toBe('');
  resolve();
  await vi.waitFor(() =>
    expect(came.match(/"url":"\/\d"/g)).toEqual(['"url":"/1"', '"url":"/2"', '"url":"/3"']),
  );
  socket.destroy();
});

test('a client that goes away before its answer is written down as gone', async () => {
  hold = new Promise(() => {});
  const socket = open();
  socket.write(get('/x'));
  await vi.waitFor(() => expect(counts.plain).toBe(1));
  socket.destroy();
  await vi.waitFor(() => expect(log).toMatchObject([{ status: 499, path: '/echo/v1/x' }]));
});

test('a header that cannot be sent is a defect of ours, and splits no answer', async () => {
  const answer = await send([get('/bad-header')]);
  expect(answer).toMatch(/^http\/1\.1 500 /);
  expect(answer).not.toContain('b: c');
});

test('a server that closes answers what is at work, and lets go of what rests', async () => {
  const resting = open();
  const rested = once(resting, 'close');
  resting.on('data', () => {}).write(get('/x'));
  await vi.waitFor(() => expect(log).toHaveLength(1));
  const { promise, resolve } = Promise.withResolvers<void>();
  hold = promise;
  const working = open().setEncoding('latin1');
  let came = '';
  working.on('data', (text) => {
    came += text;
  });
  const ended = once(working, 'close');
  working.write(get('/work'));
  await vi.waitFor(() => expect(counts.plain).toBe(2));
  const closed = gateway.close();
  await rested;
  resolve();
  await ended;
  expect(came).toMatch(/^HTTP\/1\.1 200 OK.*Connection: close/s);
  await closed;
});
