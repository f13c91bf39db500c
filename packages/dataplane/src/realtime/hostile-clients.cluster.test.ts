import { randomBytes } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { KEYS } from '../rest/rest-api-for-test.ts';
import {
  joined,
  openRealtimeApi,
  openSocket,
  type RealtimeApi,
  refusalOf,
  tokenOf,
} from './realtime-for-test.ts';

const cluster = useTestCluster();
let api: RealtimeApi;

beforeAll(async () => {
  api = await openRealtimeApi(await cluster.createDatabase());
});
afterAll(() => api?.close());

const open = (version?: string) => openSocket(api.url, version);

async function stillServes(): Promise<void> {
  const [a, b] = [(await api.client('anon')).channel('fine'), (await api.client('anon')).channel('fine')];
  const heard: unknown[] = [];
  b.on('broadcast', { event: '*' }, ({ event }) => heard.push(event));
  expect([await joined(a), await joined(b)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  await a.send({ type: 'broadcast', event: 'hello', payload: {} });
  await expect.poll(() => heard).toEqual(['hello']);
  await api.endClients();
}

const refusal = (path: string, headers = {}) => refusalOf(`${api.url}${path}`, headers);

const ENTRY = `/realtime/v1/websocket?apikey=${KEYS.anon}`;
test.each([
  ['no key', '/realtime/v1/websocket', 401, { error: 'API key is missing', hint: expect.any(String) }],
  [
    'an unknown key',
    '/realtime/v1/websocket?apikey=nothing',
    401,
    { error: 'Invalid API key', hint: expect.any(String) },
  ],
  [
    'an unknown version',
    `${ENTRY}&vsn=9.0.0`,
    400,
    { error: expect.stringContaining('vsn must be 1.0.0 or 2.0.0') },
  ],
  [
    'another path',
    `/realtime/v1/elsewhere?apikey=${KEYS.anon}`,
    404,
    { error: 'The socket is at /realtime/v1/websocket.' },
  ],
])('a socket with %s is refused before it is one', async (_, path, status, body) => {
  expect(await refusal(path)).toEqual([status, body]);
});

test('a socket with a token that is none is refused with the reason', async () => {
  const bearer = async (token: string) => (await refusal(ENTRY, { authorization: `Bearer ${token}` }))?.[1];
  expect(await bearer(await tokenOf({ role: 'authenticated', exp: 1 }))).toEqual({
    error: 'Token has expired',
  });
  expect(await bearer('a.b')).toEqual({ error: 'The token provided is not a valid JWT' });
  const forged = `${(await tokenOf({ role: 'authenticated' })).slice(0, -4)}AAAA`;
  expect(await bearer(forged)).toEqual({ error: 'Failed to validate JWT signature' });
  expect(await bearer(await tokenOf({ role: 'authenticated', exp: undefined }))).toEqual({
    error: 'Fields `role` and `exp` are required in JWT',
  });
});

test('garbage ends the socket that sent it, and half frames nothing', async () => {
  for (const data of [randomBytes(100), Buffer.from('[1,2'), Buffer.from('{}'), Buffer.alloc(0)]) {
    const { socket, state } = await open();
    socket.send(data, { binary: data.length === 100 });
    await expect.poll(() => state.closed).toBe(1002);
  }
  const { state, socket } = await open();
  socket.send(Buffer.alloc(6 * 1024 * 1024, ' '), { binary: false });
  await expect.poll(() => state.closed).toBe(1009);
  const half = await open();
  (half.socket as unknown as { _socket: NodeJS.WritableStream })._socket.write(
    Buffer.from([0x81, 0xfe, 0xff]),
  );
  await stillServes();
  half.socket.terminate();
});

test('odd topics, events and refs are answered, and the old protocol is spoken too', async () => {
  const { say, heard, socket } = await open();
  say('1', '1', 'room', 'phx_join', {});
  say('1', '2', 'realtime:', 'phx_join', {});
  say('1', '3', `realtime:${'x'.repeat(300)}`, 'phx_join', {});
  say('1', '4', 'realtime:a', 'phx_join', { config: { broadcast: 7 } });
  say('1', '5', 'realtime:never joined', 'broadcast', {});
  say('1', '6', 'realtime:b', 'phx_join', {});
  say('1', '7', 'realtime:b', 'unheard of', {});
  say('1', '8', 'realtime:b', 'presence', { event: 'track', payload: 'text' });
  say(null, '9', 'phoenix', 'heartbeat', {});
  await expect.poll(() => heard.length).toBe(9);
  const byRef = new Map(heard.map((message) => [(message as unknown[])[1], (message as unknown[])[4]]));
  expect([...byRef].sort().map(([, payload]) => (payload as { status: string }).status)).toEqual([
    ...['error', 'error', 'error', 'error', 'error', 'ok', 'error', 'error', 'ok'],
  ]);
  expect(JSON.stringify(byRef.get('4'))).toContain('InvalidJoinPayload: config.broadcast must be an object.');
  expect(byRef.get('5')).toEqual({ status: 'error', response: { reason: 'unmatched topic' } });
  // The same topic again: the former channel ends.
  say('10', '10', 'realtime:b', 'phx_join', {});
  await expect.poll(() => heard).toContainEqual(['1', null, 'realtime:b', 'phx_close', {}]);
  socket.close();

  const old = await open('1.0.0');
  old.socket.send(JSON.stringify({ topic: 'realtime:b', event: 'phx_join', payload: {}, ref: '1' }));
  await expect
    .poll(() => old.heard)
    .toEqual([
      {
        topic: 'realtime:b',
        event: 'phx_reply',
        payload: { status: 'ok', response: { postgres_changes: [] } },
        ref: '1',
        join_ref: null,
      },
    ]);
  old.socket.close();
});

test('thousands of joins and messages meet limits with names, and harm nobody else', async () => {
  const { say, heard, socket } = await open();
  for (let n = 0; n < 3_000; n += 1) say(`${n}`, `${n}`, `realtime:${n}`, 'phx_join', {});
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(3_000);
  const text = JSON.stringify(heard);
  expect(text).toContain('ClientJoinRateLimitReached: Too many joins per second');
  const joinedNow = heard.filter((message) => JSON.stringify(message).includes('"status":"ok"'));
  expect(joinedNow.length).toBeLessThanOrEqual(100);
  const [, , topic] = joinedNow[0] as string[];
  for (let n = 0; n < 500; n += 1) say(null, `${n}`, topic, 'broadcast', { event: 'e', payload: {} });
  await expect.poll(() => JSON.stringify(heard)).toContain('Too many messages per second');
  await stillServes();
  socket.close();
});

test('a reader that stops is told that messages were lost, and the others lose nothing', async () => {
  const { socket: lazy, heard: byLazy, state, say } = await open();
  say('1', '1', 'realtime:much', 'phx_join', {});
  await expect.poll(() => byLazy.length).toBe(1);
  lazy.pause();
  let reason = '';
  lazy.on('close', (_code, text) => {
    reason = text.toString();
  });
  const reader = (await api.client('anon')).channel('much');
  let heard = 0;
  reader.on('broadcast', { event: '*' }, () => {
    heard += 1;
  });
  expect(await joined(reader)).toBe('SUBSCRIBED');
  const sender = (await api.client('anon')).channel('much', { config: { broadcast: { ack: true } } });
  expect(await joined(sender)).toBe('SUBSCRIBED');
  const text = 'x'.repeat(1_000_000);
  for (let n = 0; n < 30; n += 1)
    expect(await sender.send({ type: 'broadcast', event: 'e', payload: { n, text } })).toBe('ok');
  await expect.poll(() => heard).toBe(30);
  lazy.resume();
  await expect.poll(() => state.closed).toBe(1013);
  expect(reason).toBe('Messages were lost: they were read too slowly. Connect again.');
  // What it heard is the beginning, without a gap.
  const numbers = byLazy.slice(1).map((message) => (message as { payload: { n: number } }[])[4]?.payload.n);
  expect(numbers).toEqual(numbers.map((_, index) => index));
  expect(numbers.length).toBeLessThan(30);
});

test('a socket from which nothing comes for a minute ends, and one that sends heartbeats stays', async () => {
  const [silent, alive] = [await open(), await open()];
  const start = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: start + 50_000 });
  try {
    alive.say(null, '1', 'phoenix', 'heartbeat', {});
    await expect
      .poll(() => alive.heard)
      .toEqual([[null, '1', 'phoenix', 'phx_reply', { status: 'ok', response: {} }]]);
    vi.setSystemTime(start + 61_000);
    await expect.poll(() => silent.state.closed, { timeout: 5_000 }).toBe(1006);
    alive.say(null, '2', 'phoenix', 'heartbeat', {});
    await expect.poll(() => alive.heard.length).toBe(2);
  } finally {
    vi.useRealTimers();
    alive.socket.close();
  }
});

test('sockets end with a code where their project is paused, gone or served anew, and new ones are served', async () => {
  const start = await open();
  api.change({ servicesRestart: '2026-01-01T00:00:00.000Z' });
  await expect.poll(() => start.state.closed).toBe(1001);
  const again = await open();
  api.change(null);
  await expect.poll(() => again.state.closed).toBe(1001);
  api.change({});
  await stillServes();
});
