import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AttackedProject, attackedProject, words } from '../basalt/attacked-project.ts';
import { rawBytes, rawRequest } from '../basalt/raw-http.ts';
import { expect, test } from '../basalt/test.ts';

let target: AttackedProject;
let stones: string;

test.beforeAll(async ({ api, basalt, project }) => {
  target = await attackedProject(api, basalt, project.ref);
  stones = `/${target.ref}/rest/v1/stones`;
});
test.afterEach(() => target.expectOthersUnharmed());

const ROW = '{"name":"smuggled"}';
const start = (method: string) =>
  `${method} ${stones} HTTP/1.1\r\nhost: x\r\napikey: ${target.keys.serviceRole}\r\nconnection: close\r\n`;

test('a request has one length, or is none', async () => {
  const chunked = 'transfer-encoding: chunked\r\n';
  const refused = [
    `content-length: 4\r\n${chunked}\r\n0\r\n\r\nGET /health HTTP/1.1\r\nhost: x\r\n\r\n`,
    `content-length: 1\r\ncontent-length: 19\r\n\r\n${ROW}`,
    `content-length: +19\r\n\r\n${ROW}`,
    `content-length: -1\r\n\r\n${ROW}`,
    `content-length: 0x13\r\n\r\n${ROW}`,
    `content-length: 99999999999999999999\r\n\r\n${ROW}`,
    'transfer-encoding: xchunked\r\n\r\n0\r\n\r\n',
    'transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    'transfer-encoding : chunked\r\n\r\n0\r\n\r\n',
    `${chunked}\r\nzz\r\n${ROW}\r\n0\r\n\r\n`,
    `${chunked}\r\nffffffffffffffffff\r\n${ROW}\r\n0\r\n\r\n`,
    `${chunked}\r\n13\n${ROW}\n0\n\n`,
  ];
  for (const rest of refused) {
    const answer = await rawBytes(target.origin, `${start('POST')}${rest}`);
    expect([rest, answer.status]).toEqual([rest, 400]);
    expect(answer.body).not.toContain('HTTP/1.1');
  }
  const extended = `${start('POST')}${chunked}\r\n13;a=b\r\n${ROW}\r\n0\r\nx-injected: y\r\n\r\n`;
  expect((await rawBytes(target.origin, extended)).status).toBe(201);
  const rows = await target.ask('GET', '/rest/v1/stones?name=eq.smuggled&select=name');
  expect(JSON.parse(rows.body)).toEqual([{ name: 'smuggled' }]);
});

test('what is no head of a request is refused', async () => {
  const get = start('GET');
  const heads = [
    `${get}x: a\r\n b\r\n\r\n`,
    `${get}x: a\0b\r\n\r\n`,
    `GET ${stones}\0 HTTP/1.1\r\nhost: x\r\n\r\n`,
    `GET ${stones}?a=b c HTTP/1.1\r\nhost: x\r\n\r\n`,
    `GET ${stones} HTTP/1.1\r\nconnection: close\r\n\r\n`,
    `GET ${stones} HTTP/9.9\r\nhost: x\r\n\r\n`,
    get.replaceAll('\r', ''),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]),
  ];
  for (const head of heads) expect([head, (await rawBytes(target.origin, head)).status]).toEqual([head, 400]);
  const many = Array.from({ length: 6000 }, (_, index) => `x${index}: yyyy\r\n`).join('');
  expect((await rawBytes(target.origin, `${get}${many}\r\n`)).status).toBe(431);
});

test('methods that nothing has are refused', async () => {
  const headers = { apikey: target.keys.anon };
  for (const service of ['rest/v1/stones', 'auth/v1/user', 'nothing'])
    for (const method of words`TRACE PROPFIND LINK PURGE QUERY FOO get`) {
      const path = `/${target.ref}/${service}`;
      const { status } = await rawRequest(target.origin, { method, target: path, headers });
      expect([400, 404, 405], `${method} ${service}`).toContain(status);
    }
  const proxied = { method: 'CONNECT', target: 'elsewhere.example:443' };
  expect((await rawRequest(target.origin, proxied)).status).toBe(0);
  expect((await rawRequest(target.origin, { method: 'OPTIONS', target: '*' })).status).toBe(404);
});

test('pages of any origin may read every answer, refusals too', async () => {
  const from = { origin: 'https://app.example' };
  const preflight = {
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'x-retry-count',
  };
  for (const [path, status] of [
    ['/rest/v1/stones?limit=1', 200],
    ['/rest/v1/stones?limit=x', 400],
    ['/rest/v1/%zz', 400],
    ['/rest/v1/nothing', 404],
    ['/auth/v1/user', 401],
    ['/auth/v1/nothing', 404],
    ['/nothing', 404],
  ] as const) {
    const answer = await target.ask('GET', path, { headers: from, key: target.keys.anon });
    expect([path, answer.status]).toEqual([path, status]);
    expect(answer.head).toMatch(/\r\naccess-control-allow-origin: \*/i);
    expect((await target.ask('HEAD', path, { headers: from, key: target.keys.anon })).body).toBe('');
    const asked = await target.ask('OPTIONS', path, { headers: { ...from, ...preflight }, key: null });
    if (path.includes('%')) continue;
    expect([path, asked.status]).toEqual([path, 204]);
    expect(asked.head).toMatch(/\r\naccess-control-allow-headers: x-retry-count/i);
  }
});

test('clients that go away leave their places to others', async () => {
  const { hostname, port } = new URL(target.origin);
  const head = `${stones} HTTP/1.1\r\nhost: x\r\napikey: ${target.keys.anon}\r\n`;
  const half = `POST ${head}content-length: 100\r\n\r\nhalf`;
  const inLine = `GET ${head}\r\n`.repeat(20);
  // Together more than a project may have at once.
  for (const bytes of [half, half, half, inLine, inLine]) {
    const sockets = Array.from({ length: 200 }, () => connect(Number(port), hostname).on('error', () => {}));
    for (const socket of sockets) socket.write(bytes);
    await sleep(200);
    for (const socket of sockets) socket.destroy();
  }
  await expect.poll(async () => (await target.ask('GET', '/rest/v1/stones?limit=1')).status).toBe(200);
});
