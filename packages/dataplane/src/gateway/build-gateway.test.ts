import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import type { ProjectKey, ProjectSnapshot, RequestLogEntry } from '@basalt/project';
import Fastify from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import { HeldProjects } from '../project/held-projects.ts';
import { buildGateway, type GatewayOptions, shareHeaders } from './build-gateway.ts';

const REF = 'abcdefghijklmnopqrst';
const ANON = 'header.anon.signature';
const key = (text: string, changes: Partial<ProjectKey>): ProjectKey => ({
  hash: createHash('sha256').update(text).digest('base64url'),
  role: 'anon',
  type: 'legacy',
  enabled: true,
  ...changes,
});
const PROJECT = {
  ref: REF,
  unavailable: null,
  keys: [
    key(ANON, {}),
    key('sb_publishable_abc', { type: 'publishable' }),
    key('sb_secret_abc', { type: 'secret', role: 'service_role' }),
    key('switched.off.key', { enabled: false }),
    key('sb_secret_platform', { type: 'secret', role: 'service_role', ofPlatform: true }),
  ],
  verificationKeys: [],
} as unknown as ProjectSnapshot;

/** What the server's own log would be; these tests look at answers. */
const SILENT = Fastify({ logger: { level: 'silent' } }).log;

let log: { ref: string; entry: RequestLogEntry }[];
let used: [ref: string, hash: string][];
let project: ProjectSnapshot;
beforeEach(() => {
  log = [];
  used = [];
  project = PROJECT;
});

/** A gateway in front of a service that says what reached it. */
function gateway(options: Partial<GatewayOptions> = {}) {
  return buildGateway({
    logger: SILENT,
    projects: new HeldProjects(),
    runtime: { find: (ref) => (ref === REF ? project : null), onChange: () => () => {} },
    services: [
      {
        name: 'echo',
        isOpen: (path) => path === '/open',
        plugin: async (app) => {
          app.all('/*', async (request) => {
            request.project.noteRole('authenticated');
            const { url, caller } = request.project;
            return { url, caller, body: request.body === undefined ? null : String(request.body) };
          });
          app.get('/broken', async () => {
            throw new Error('a secret detail');
          });
        },
      },
    ],
    requestLog: {
      add: (ref, entry) => log.push({ ref, entry }),
      noteKey: (ref, hash) => used.push([ref, hash]),
      close: async () => {},
    },
    projectDomain: null,
    state: () => 'ready',
    ...options,
  });
}

const ask = (url: string, headers: Record<string, string> = {}, more: Record<string, unknown> = {}) =>
  gateway().inject({ url: `/${REF}/echo/v1${url}`, headers, ...more });

test.each([
  ['no key', {}, 401, 'No API key found in request'],
  ['an unknown key', { apikey: 'nonsense' }, 401, 'Invalid API key'],
  ['an empty key', { apikey: '' }, 401, 'Invalid API key'],
  ['a key that is switched off', { apikey: 'switched.off.key' }, 401, 'Legacy API keys are disabled'],
  [
    'a secret key in a browser',
    { apikey: 'sb_secret_abc', origin: 'https://app.example', 'user-agent': 'Mozilla/5.0' },
    401,
    'Forbidden use of secret API key in browser',
  ],
])('%s is refused', async (_, headers, status, message) => {
  const answer = await ask('/x', headers);
  expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
});

test.each([
  ['by header', '/x', { apikey: ANON }, { kind: 'key', role: 'anon' }],
  ['by query', `/x?apikey=${ANON}`, {}, { kind: 'key', role: 'anon' }],
  [
    'twice, as old clients do',
    '/x',
    { apikey: ANON, authorization: `Bearer ${ANON}` },
    { kind: 'key', role: 'anon' },
  ],
  [
    'an opaque key as a token',
    '/x',
    { apikey: 'sb_secret_abc', authorization: 'Bearer sb_secret_abc' },
    { kind: 'key', role: 'service_role' },
  ],
  [
    'with a token of a user',
    '/x',
    { apikey: 'sb_publishable_abc', authorization: 'bearer user.token.x' },
    { kind: 'token', token: 'user.token.x' },
  ],
  [
    'with another scheme',
    '/x',
    { apikey: ANON, authorization: 'Basic dXNlcg==' },
    { kind: 'key', role: 'anon' },
  ],
  [
    'a secret key from a server',
    '/x',
    { apikey: 'sb_secret_abc', 'user-agent': 'node' },
    { kind: 'key', role: 'service_role' },
  ],
  ['an open address without a key', '/open', {}, { kind: 'none' }],
  ['an open address with a wrong key', '/open', { apikey: 'nonsense' }, { kind: 'none' }],
  [
    'an open address with a token',
    '/open',
    { authorization: 'Bearer a.b.c' },
    { kind: 'token', token: 'a.b.c' },
  ],
])('who asks: %s', async (_, url, headers, caller) => {
  expect((await ask(url, headers as Record<string, string>)).json().caller).toEqual(caller);
});

test('the service sees neither its prefix nor the key', async () => {
  expect((await ask(`/a/b?x=1&apikey=${ANON}&y=2`)).json().url).toBe('/a/b?x=1&y=2');
});

test('a project is found by host name as well', async () => {
  const answer = await gateway({ projectDomain: 'api.example.com' }).inject({
    url: '/echo/v1/items?id=1',
    headers: { host: `${REF}.api.example.com`, apikey: ANON },
  });
  expect(answer.json().url).toBe('/items?id=1');
});

test('an unknown project and an unknown address are 404 with a sentence', async () => {
  for (const url of ['/zzzzzzzzzzzzzzzzzzzz/echo/v1/x', `/${REF}/nothing/v1`, '/', '/%00']) {
    const answer = await gateway().inject({ url, headers: { apikey: ANON } });
    expect([answer.statusCode, answer.json().message]).toEqual([404, expect.stringMatching(/^There is no/)]);
  }
});

test('a paused project says so, and to whom has no key it says nothing', async () => {
  project = {
    ...PROJECT,
    unavailable: { kind: 'paused', message: 'The project is paused. Restore it in the dashboard.' },
  };
  const answer = await ask('/x', { apikey: ANON });
  expect([answer.statusCode, answer.json().message]).toEqual([503, project.unavailable?.message]);
  expect((await ask('/x')).statusCode).toBe(401);
});

test('a preflight is answered for any origin and every header asked for', async () => {
  const answer = await ask(
    '/x',
    {
      origin: 'https://app.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'apikey,x-retry-count',
    },
    { method: 'OPTIONS' },
  );
  expect(answer.statusCode).toBe(204);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'apikey,x-retry-count',
    'access-control-allow-methods': expect.stringContaining('PATCH'),
  });
});

test('an OPTIONS request that is no preflight reaches the service', async () => {
  expect((await ask('/x', { apikey: ANON }, { method: 'OPTIONS' })).json().url).toBe('/x');
});

test('a body reaches the service as it came, with any content type and without one', async () => {
  for (const headers of [{ 'content-type': 'strange/type' }, {}]) {
    const answer = await ask('/x', { apikey: ANON, ...headers } as Record<string, string>, {
      method: 'POST',
      payload: '{"not json',
    });
    expect(answer.json().body).toBe('{"not json');
  }
});

test('a body that is too large is refused', async () => {
  const answer = await ask(
    '/x',
    { apikey: ANON },
    { method: 'POST', payload: Buffer.alloc(50 * 1024 * 1024 + 1) },
  );
  expect([answer.statusCode, answer.json().message]).toEqual([413, expect.stringContaining('50 MB')]);
});

test('more requests at once than a project may have are told to come again', async () => {
  let finish: () => void = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const app = gateway({
    services: [
      { name: 'slow', isOpen: () => false, plugin: async (scope) => void scope.get('/', () => finished) },
    ],
  });
  const request = async () => app.inject({ url: `/${REF}/slow/v1/`, headers: { apikey: ANON } });
  await app.ready();
  const waiting = Array.from({ length: 500 }, request);
  const refused = await request();
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
  finish();
  await Promise.all(waiting);
  expect((await request()).statusCode).toBe(200);
});

test('the log says who asked for what, without the query string; refused requests too', async () => {
  await ask('/items?token=secret', { apikey: ANON });
  await ask('/items', { apikey: 'nonsense' });
  expect(
    log.map(({ ref, entry: { method, path, status, role } }) => [ref, method, path, status, role]),
  ).toEqual([
    [REF, 'GET', '/echo/v1/items', 200, 'authenticated'],
    [REF, 'GET', '/echo/v1/items', 401, ''],
  ]);
});

test.each([
  [
    'a service that is not there',
    `/${REF}/storage/v1/object?token=private`,
    ANON,
    '/storage/v1/object',
    'anon',
  ],
  ['no service', `/${REF}/favicon.ico`, null, '/favicon.ico', ''],
  ['nothing at all', `/${REF}?apikey=sb_secret_abc`, null, '/', 'service_role'],
  ['a key that is switched off', `/${REF}/storage/v1`, 'switched.off.key', '/storage/v1', ''],
])('a request for %s is in the log of the project', async (_, url, apikey, path, role) => {
  const answer = await gateway().inject({ url, headers: apikey === null ? {} : { apikey } });
  expect(answer.statusCode).toBe(404);
  expect(log.map(({ ref, entry }) => [ref, entry.path, entry.status, entry.role])).toEqual([
    [REF, path, 404, role],
  ]);
  expect(used).toEqual([]);
});

test.each([`/${'z'.repeat(20)}/storage/v1`, '/storage/v1', `/${REF}x/storage/v1`])(
  'a request for no project is in no log: %s',
  async (url) => {
    expect((await gateway().inject({ url, headers: { apikey: ANON } })).statusCode).toBe(404);
    expect(log).toEqual([]);
  },
);

test('what the platform asks is no traffic of the project', async () => {
  expect((await ask('/x', { apikey: 'sb_secret_platform' })).statusCode).toBe(200);
  const headers = { apikey: 'sb_secret_platform' };
  expect((await gateway().inject({ url: `/${REF}/nothing`, headers })).statusCode).toBe(404);
  expect(log).toEqual([]);
});

test('a defect is answered without a word of what it was', async () => {
  const answer = await ask('/broken', { apikey: ANON });
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('secret detail');
});

test.each([`/%61${REF.slice(1)}/echo/v1/x`, `/${REF}/%65cho/v1/x`, `/${REF}/echo/%761/x`])(
  'an address that hides where it begins is nobody’s: %s',
  async (url) => {
    const answer = await gateway().inject({ url, headers: { apikey: ANON } });
    expect(answer.statusCode).toBe(404);
    expect(log).toEqual([]);
  },
);

test('an address that cannot be decoded is refused like everything else', async () => {
  const answer = await ask('/%zz', { apikey: ANON });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({ message: expect.stringContaining('percent sign') });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
});

/** What a real port answers to lines that no client would write. */
async function askRaw(lines: readonly string[], options: Partial<GatewayOptions> = {}): Promise<string> {
  const app = gateway(options);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(`${[...lines, `apikey: ${ANON}`].join('\r\n')}\r\n\r\n`);
  // One that is not refused is kept open.
  const answer = String((await once(socket, 'data'))[0]);
  socket.destroy();
  await app.close();
  return answer;
}

test.each([
  ['twice', [`GET /${REF}/echo/v1/x HTTP/1.1`, 'Host: a.test', 'Host: b.test']],
  ['twice the same', [`GET /${REF}/echo/v1/x HTTP/1.1`, 'Host: a.test', 'Host: a.test']],
  ['in two writings', [`GET /${REF}/echo/v1/x HTTP/1.1`, 'Host: a.test', 'accept: */*', 'hOST: b.test']],
  ['and another one in the address', [`GET http://b.test/${REF}/echo/v1/x HTTP/1.1`, 'Host: a.test']],
  ['for health', ['GET /health HTTP/1.1', 'Host: a.test', 'HOST: b.test']],
  ['for nothing', ['GET /nothing HTTP/1.1', 'Host: a.test', 'HOST: b.test']],
  [
    'of two projects',
    ['GET /echo/v1/x HTTP/1.1', `Host: ${REF}.api.test`, `Host: ${'z'.repeat(20)}.api.test`],
  ],
])('a host that is named %s is refused', async (_, lines) => {
  const answer = await askRaw(lines, { projectDomain: 'api.test' });
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/connection: close/i);
  expect(answer).toMatch(/Host header/);
});

test.each([
  ['once', [`GET /${REF}/echo/v1/x HTTP/1.1`, 'Host: a.test']],
  ['in the address as in the header', [`GET http://A.test:80/${REF}/echo/v1/x HTTP/1.1`, 'Host: a.test']],
])('a host that is named %s is not', async (_, lines) => {
  expect(await askRaw(lines)).toMatch(/^HTTP\/1\.1 200 /);
});

/** As many requests to a real port as a project may have at once, which the client leaves before they are answered. */
test.each([
  [
    'in the middle of a body',
    `POST /${REF}/echo/v1/x HTTP/1.1\r\nhost: x\r\napikey: ${ANON}\r\ncontent-length: 9\r\n\r\nhalf`,
    1,
  ],
  [
    'while others wait in the queue',
    `GET /${REF}/echo/v1/x HTTP/1.1\r\nhost: x\r\napikey: ${ANON}\r\n\r\n`,
    25,
  ],
])('clients that go away %s leave their places to others', async (_, request, times) => {
  const app = gateway();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  for (let wave = 0; wave < 6; wave += 1) {
    const arrived = log.length;
    const sockets = Array.from({ length: Math.ceil(100 / times) }, () => connect(port, '127.0.0.1'));
    let requests = 0;
    const countRequest = () => (requests += 1);
    app.server.on('request', countRequest);
    for (const socket of sockets) socket.write(request.repeat(times));
    await vi.waitFor(() => expect(requests).toBeGreaterThanOrEqual(sockets.length), 10_000);
    app.server.off('request', countRequest);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(log.length).toBeGreaterThan(arrived), 10_000);
  }
  await vi.waitFor(
    async () =>
      expect(
        (await fetch(`http://127.0.0.1:${port}/${REF}/echo/v1/x`, { headers: { apikey: ANON } })).status,
      ).toBe(200),
    10_000,
  );
  expect(log.map(({ entry }) => entry.status)).not.toContain(429);
  await app.close();
});

test('the last use of a key is noted when it was accepted, and the own one of the platform never', async () => {
  await ask('/x', { apikey: 'sb_publishable_abc' });
  await ask('/open', { apikey: 'sb_secret_abc' });
  await ask('/open', { apikey: 'switched.off.key' });
  await ask('/x', { apikey: 'switched.off.key' });
  await ask('/x', { apikey: 'nonsense' });
  await ask('/x', { apikey: 'sb_secret_platform' });
  const hashes = [PROJECT.keys[1]?.hash, PROJECT.keys[2]?.hash];
  expect(used).toEqual(hashes.map((hash) => [REF, hash]));
});

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

test('one that is about to stop leaves what only reads to another where a balancer asks that one, and answers the rest', async () => {
  const app = gateway({ state: () => 'stopping' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const { port } = app.server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/${REF}/echo/v1/open`;
    const headers = { 'x-balancer-retries': 'safe' };
    await expect(fetch(url, { headers })).rejects.toThrow();
    expect((await fetch(url)).status).toBe(200);
    expect((await fetch(url, { method: 'POST', headers, body: '1' })).status).toBe(200);
  } finally {
    await app.close();
  }
});
