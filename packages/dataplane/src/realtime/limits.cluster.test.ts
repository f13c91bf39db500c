import { createHash } from 'node:crypto';
import { useTestCluster } from '@basalt/clusters/testing';
import { DEFAULT_REALTIME } from '@basalt/project';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { KEYS } from '../rest/rest-api-for-test.ts';
import { openRealtimeApi, openSocket, type RealtimeApi, refusalOf } from './realtime-for-test.ts';

const cluster = useTestCluster();
type Socket = Awaited<ReturnType<typeof openSocket>>;
const SETTINGS = {
  ...DEFAULT_REALTIME,
  socketsPerProject: 5,
  channelsPerSocket: 3,
  joinsPerSecond: 8,
  messagesPerSecond: 10,
  presenceMessagesPerSecond: 4,
  payloadBytes: 2_048,
};
const ACK = { config: { broadcast: { ack: true } } };
let api: RealtimeApi;
let bystander: Socket;

beforeAll(async () => {
  api = await openRealtimeApi(await cluster.createDatabase());
  api.change({ realtime: SETTINGS });
  bystander = await openSocket(api.url);
  await ask(bystander, ['1', 'join', 'realtime:room', 'phx_join', ACK]);
});
afterAll(async () => {
  bystander?.socket.close();
  await api?.close();
});

/** Sends, and waits for the answer to it. */
async function ask({ say, heard }: Socket, message: unknown[]): Promise<unknown> {
  say(...message);
  const answers = () => heard.filter((told) => (told as unknown[])[1] === message[1]) as unknown[][];
  await vi.waitFor(() => expect(answers()).toHaveLength(1), { timeout: 10_000 });
  return answers()[0]?.[4];
}

const join = (topic: string, ref: string, config = {}) => [ref, ref, `realtime:${topic}`, 'phx_join', config];
const inRoom = (ref: string, event: string, payload: object) => ['0', ref, 'realtime:room', event, payload];
const times = (count: number, make: (ref: string) => unknown[]) =>
  Array.from({ length: count }, (_, index) => make(`${index + 1}`));
const track = (payload: object) => ({ type: 'presence', event: 'track', payload });

/** Twice the limit and one more: whatever second it falls into, one is too much. */
test.each([
  [
    'joins in a second',
    times(17, (ref) => join('room', ref)),
    'ClientJoinRateLimitReached: Too many joins per second',
  ],
  ['channels', times(4, (ref) => join(ref, ref)), 'ChannelRateLimitReached: Too many channels'],
  [
    'broadcasts in a second',
    [join('room', '0', ACK), ...times(21, (ref) => inRoom(ref, 'broadcast', { event: 'e', payload: {} }))],
    'ChannelRateLimitReached: Too many messages per second',
  ],
  [
    'bytes of a broadcast',
    [join('room', '0', ACK), inRoom('1', 'broadcast', { event: 'e', payload: { text: 'x'.repeat(2_048) } })],
    'InvalidJoinPayload: A broadcast has at most 2048 bytes.',
  ],
  [
    'presence messages in a second',
    [join('room', '0'), ...times(9, (ref) => inRoom(ref, 'presence', track({})))],
    'ClientPresenceRateLimitReached: Too many presence messages per second',
  ],
  [
    'keys that one tracks',
    [
      join('room', '0'),
      inRoom('1', 'presence', track(Object.fromEntries(Array.from({ length: 11 }, (_, n) => [n, 1])))),
    ],
    'InvalidJoinPayload: At most 10 keys can be tracked.',
  ],
])('too many %s are refused with a name, and others are served', async (what, messages, reason) => {
  const client = await openSocket(api.url);
  for (const message of messages) client.say(...message);
  const refused = () =>
    (
      client.heard as [
        unknown,
        unknown,
        unknown,
        unknown,
        { status?: string; response?: { reason?: string } },
      ][]
    )
      .filter(([, , , , payload]) => payload.status === 'error')
      .map(([, , , , payload]) => payload.response?.reason);
  await expect.poll(refused).toContain(reason);
  expect(client.state.closed).toBe(0);
  const ref = `after ${what}`;
  expect(
    await ask(bystander, ['1', ref, 'realtime:room', 'broadcast', { event: 'e', payload: {} }]),
  ).toMatchObject({ status: 'ok' });
  expect(await ask(client, [null, 'alive', 'phoenix', 'heartbeat', {}])).toMatchObject({ status: 'ok' });
  client.socket.close();
});

test('too many sockets are refused before they are ones, and there is room again when one leaves', async () => {
  const url = `${api.url}/realtime/v1/websocket?apikey=${KEYS.anon}`;
  const sockets: Socket[] = [];
  while (sockets.length < SETTINGS.socketsPerProject - 1) sockets.push(await openSocket(api.url));
  expect(await refusalOf(url)).toEqual([
    429,
    { error: 'ConnectionRateLimitReached: Too many connected users' },
  ]);
  expect(await ask(bystander, [null, 'full', 'phoenix', 'heartbeat', {}])).toMatchObject({ status: 'ok' });
  sockets.pop()?.socket.close();
  await expect.poll(() => refusalOf(url)).toBeNull();
  for (const { socket } of sockets) socket.close();
});

test('sockets end when the owner says so or the key is taken away, and new ones are served where they may be', async () => {
  // Those of the test before may not be gone yet.
  const ended = await vi.waitFor(() => openSocket(api.url));
  api.change({ realtime: { ...SETTINGS, socketsEndedAt: '2026-01-01T00:00:00.000Z' } });
  await expect.poll(() => [ended.state.closed, bystander.state.closed]).toEqual([1001, 1001]);
  const again = await vi.waitFor(() => openSocket(api.url));
  const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');
  const key = { role: 'anon', type: 'legacy', enabled: true } as const;
  api.change({ keys: [{ ...key, hash: hashOf('a new key') }] });
  await expect.poll(() => again.state.closed).toBe(1008);
  const [old, fresh] = [KEYS.anon, 'a new key'].map((name) =>
    refusalOf(`${api.url}/realtime/v1/websocket?apikey=${encodeURIComponent(name)}`),
  );
  expect([await old, await fresh]).toEqual([
    [401, expect.objectContaining({ error: 'Invalid API key' })],
    null,
  ]);
});
