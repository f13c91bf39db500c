import { useTestCluster } from '@basalt/clusters/testing';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { KEYS, SIGNING_KEY } from '../rest/rest-api-for-test.ts';
import { signToken } from '../tokens/sign-token.ts';
import { joined, openRealtimeApi, type RealtimeApi, tokenOf } from './realtime-for-test.ts';

const cluster = useTestCluster();
const ME = { role: 'authenticated', sub: '00000000-0000-0000-0000-000000000001' };
const OTHER = { role: 'authenticated', sub: '00000000-0000-0000-0000-000000000002' };
const PRIVATE = { private: true };
let api: RealtimeApi;

beforeAll(async () => {
  api = await openRealtimeApi(await cluster.createDatabase());
  await api.sql(`
    create policy "mine are mine" on realtime.messages to authenticated
      using (realtime.topic() = 'of ' || (select auth.uid())) with check (realtime.topic() = 'of ' || (select auth.uid()));
    create policy "all may hear" on realtime.messages for select to authenticated
      using (realtime.topic() in ('news', 'lobby') and extension = 'broadcast');
    create policy "all may be seen" on realtime.messages for all to authenticated
      using (realtime.topic() = 'lobby' and extension = 'presence')
      with check (realtime.topic() = 'lobby' and extension = 'presence');
  `);
});
afterAll(() => api?.close());

/** What comes in the channel, in order. */
function listen(channel: RealtimeChannel): unknown[] {
  const heard: unknown[] = [];
  channel.on('broadcast', { event: '*' }, ({ event, payload, meta }) =>
    heard.push(meta === undefined ? [event, payload] : [event, payload, meta]),
  );
  return heard;
}

test('broadcasts go to the others, or to all, as JSON and as bytes, with and without an acknowledgement', async () => {
  const [a, b] = [await api.client('anon'), await api.client(ME)];
  const [quiet, loud] = [
    a.channel('talk', { config: { broadcast: { ack: true } } }),
    b.channel('talk', { config: { broadcast: { self: true } } }),
  ];
  const [byA, byB] = [listen(quiet), listen(loud)];
  expect([await joined(quiet), await joined(loud)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  expect(await quiet.send({ type: 'broadcast', event: 'said', payload: { text: 'ä 🙂' } })).toBe('ok');
  await loud.send({ type: 'broadcast', event: 'said', payload: { text: 'me too' } });
  await loud.send({ type: 'broadcast', event: 'bytes', payload: new Uint8Array([0, 255, 1]).buffer });
  await expect.poll(() => [byA.length, byB.length]).toEqual([2, 3]);
  expect(byA[0]).toEqual(['said', { text: 'me too' }]);
  expect(byB.slice(0, 2)).toEqual([
    ['said', { text: 'ä 🙂' }],
    ['said', { text: 'me too' }],
  ]);
  for (const heard of [byA, byB]) {
    const [event, bytes] = heard.at(-1) as [string, ArrayBuffer];
    expect([event, [...new Uint8Array(bytes)]]).toEqual(['bytes', [0, 255, 1]]);
  }
});

test('the database and HTTP broadcast too, to public and private channels apart', async () => {
  const me = await api.client(ME);
  const [open, own] = [me.channel('both'), me.channel(`of ${ME.sub}`, { config: PRIVATE })];
  const [byOpen, byOwn] = [listen(open), listen(own)];
  expect([await joined(open), await joined(own)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  const stranger = await api.client(OTHER);
  expect(await stranger.channel('both').httpSend('single', { n: 1 })).toEqual({ success: true });
  expect(await stranger.channel(`of ${ME.sub}`, { config: PRIVATE }).httpSend('denied', {})).toEqual({
    success: true,
  });
  const anon = await api.client('anon');
  expect(await anon.channel(`of ${ME.sub}`).httpSend('not private', {})).toEqual({ success: true });
  const batch = await api.ask('POST /api/broadcast', {
    service: 'realtime',
    as: ME,
    body: {
      messages: [
        { topic: 'both', event: 'batch', payload: { n: 2 } },
        { topic: `of ${ME.sub}`, event: 'batch', payload: { n: 3 }, private: true },
      ],
    },
  });
  expect([batch.status, batch.text]).toEqual([202, '']);
  await expect.poll(() => [byOpen.length, byOwn.length]).toEqual([2, 1]);
  await api.sql(`select realtime.send('{"n": 4}', 'sent', 'both', false), realtime.send('{"n": 5}', 'sent', 'of ${ME.sub}'),
    realtime.send_binary('\\x00ff', 'bytes', 'both', false)`);
  await expect.poll(() => [byOpen.length, byOwn.length]).toEqual([4, 2]);
  const id = expect.any(String);
  expect(byOpen.slice(0, 3)).toEqual([
    ['single', { n: 1 }],
    ['batch', { n: 2 }],
    ['sent', { n: 4, id }, { id }],
  ]);
  expect(byOwn).toEqual([
    ['batch', { n: 3 }],
    ['sent', { n: 5, id }, { id }],
  ]);
});

test('private channels are for those whom policies let in, and writing needs a policy of its own', async () => {
  const [me, other, anon] = [await api.client(ME), await api.client(OTHER), await api.client('anon')];
  const topic = `of ${ME.sub}`;
  const denied = `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`;
  expect(await joined(other.channel(topic, { config: PRIVATE }))).toBe(denied);
  expect(await joined(anon.channel(topic, { config: PRIVATE }))).toBe(denied);
  expect(await joined(me.channel(topic, { config: PRIVATE }))).toBe('SUBSCRIBED');

  const [speaker, listener] = [
    me.channel('news', { config: { ...PRIVATE, broadcast: { ack: true } } }),
    other.channel('news', { config: PRIVATE }),
  ];
  const heard = listen(listener);
  expect([await joined(speaker), await joined(listener)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  expect(await speaker.send({ type: 'broadcast', event: 'said', payload: {} }, { timeout: 300 })).toBe(
    'timed out',
  );
  await api.sql(`select realtime.send('{}', 'sent', 'news')`);
  await expect.poll(() => heard).toHaveLength(1);
  expect(heard).toMatchObject([['sent', {}, {}]]);
});

test('messages of a private channel are replayed to whoever asks, the latest of them and in order', async () => {
  const since = Date.now() - 60_000;
  const other = await api.client(ME);
  const [news, lobby] = [
    other.channel('news', { config: PRIVATE }),
    other.channel('lobby', { config: PRIVATE }),
  ];
  const [byNews, byOther] = [listen(news), listen(lobby)];
  expect([await joined(news), await joined(lobby)]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  await expect
    .poll(async () => {
      await api.sql(`select realtime.send('{}', 'is the stream there?', 'news')`);
      return byNews.length;
    })
    .toBeGreaterThan(0);
  await api.sql(`insert into realtime.messages (topic, extension, event, payload, private, inserted_at)
    select 'lobby', 'broadcast', 'e', jsonb_build_object('n', n), true, (now() at time zone 'utc') - make_interval(secs => 31 - n)
    from generate_series(1, 30) as n`);
  const channel = (await api.client(ME)).channel('lobby', {
    config: { ...PRIVATE, broadcast: { replay: { since, limit: 25 } } },
  });
  const heard = listen(channel);
  await expect.poll(() => byOther.length).toBe(30);
  // What is sent now comes on both ways, or on one of them.
  await api.sql(`select realtime.send('{"n": 31}', 'e', 'lobby')`);
  expect(await joined(channel)).toBe('SUBSCRIBED');
  await api.sql(`select realtime.send('{"n": 32}', 'e', 'lobby')`);
  await expect.poll(() => byOther.at(-1)).toMatchObject(['e', { n: 32 }, {}]);
  const numbers = () => (heard as [string, { n: number }][]).map(([, { n }]) => n);
  await expect.poll(() => numbers().at(-1)).toBe(32);
  // The last one may be among those that are read, and then the first is not: what counts is that none is missing or there twice.
  const first = numbers()[0] ?? 0;
  expect([7, 8]).toContain(first);
  expect(numbers()).toEqual(Array.from({ length: 33 - first }, (_, index) => index + first));
  expect(heard[0]).toMatchObject(['e', { n: first }, { replayed: true }]);
});

test('everybody sees who is there, with every tab, and who leaves', async () => {
  const seen = async (claims: Record<string, unknown>, key: string) => {
    const channel = (await api.client(claims)).channel('lobby', {
      config: { ...PRIVATE, presence: { key } },
    });
    const events: string[] = [];
    channel
      .on('presence', { event: 'join' }, ({ key: who, newPresences }) =>
        events.push(`${who} joins with ${newPresences.map(({ tab }) => tab)}`),
      )
      .on('presence', { event: 'leave' }, ({ key: who, leftPresences }) =>
        events.push(`${who} leaves with ${leftPresences.map(({ tab }) => tab)}`),
      );
    expect(await joined(channel)).toBe('SUBSCRIBED');
    const tabs = () =>
      Object.fromEntries(
        Object.entries(channel.presenceState<{ tab: number }>()).map(([who, metas]) => [
          who,
          metas.map(({ tab }) => tab).sort(),
        ]),
      );
    return { channel, events, tabs };
  };
  const [first, second, watcher] = [await seen(ME, 'me'), await seen(ME, 'me'), await seen(OTHER, 'other')];
  expect(await first.channel.track({ tab: 1 })).toBe('ok');
  await expect.poll(watcher.tabs).toEqual({ me: [1] });
  await second.channel.track({ tab: 2 });
  await expect.poll(watcher.tabs).toEqual({ me: [1, 2] });
  await first.channel.track({ tab: 3 });
  await expect.poll(watcher.tabs).toEqual({ me: [2, 3] });
  const late = await seen(OTHER, 'late');
  await expect.poll(late.tabs).toEqual({ me: [2, 3] });
  await first.channel.untrack();
  await expect.poll(watcher.tabs).toEqual({ me: [2] });
  await second.channel.unsubscribe();
  await expect.poll(watcher.tabs).toEqual({});
  expect(watcher.events.slice(0, 2)).toEqual(['me joins with 1', 'me joins with 2']);
  expect(watcher.events.at(-1)).toBe('me leaves with 2');
});

test('a channel ends with its token unless a new one comes in time, and a new one may allow less', async () => {
  const soon = Math.floor(Date.now() / 1000) + 3;
  const [short, renewed] = [await api.client({ ...ME, exp: soon }), await api.client({ ...ME, exp: soon })];
  const told: unknown[] = [];
  const watch = async (client: typeof short, topic: string, config: object) => {
    const channel = client.channel(topic, { config });
    channel.on('system', {}, ({ status, message }) => told.push([channel.subTopic, status, message]));
    expect(await joined(channel)).toBe('SUBSCRIBED');
    return channel;
  };
  const ending = await watch(short, 'ending', {});
  const staying = await watch(renewed, 'staying', {});
  const lost = await watch(renewed, `of ${ME.sub}`, PRIVATE);
  await renewed.realtime.setAuth(await tokenOf(OTHER));
  await expect.poll(() => lost.state).toBe('closed');
  await expect.poll(() => ending.state).toBe('closed');
  expect(staying.state).toBe('joined');
  expect(told).toEqual([
    [`of ${ME.sub}`, 'error', expect.stringContaining('permissions to read')],
    ['ending', 'error', expect.stringMatching(/^Token has expired \d+ seconds ago$/)],
  ]);
});

test('signing keys are rotated under open sockets: tokens of a key hold as long as the key does', async () => {
  const next = { ...SIGNING_KEY, jwk: { kty: 'oct', k: Buffer.alloc(32, 'next').toString('base64url') } };
  const topic = `of ${ME.sub}`;
  const join = async (token: string) => {
    const channel = (await api.client(token)).channel(topic, { config: PRIVATE });
    const heard = listen(channel);
    const told: string[] = [];
    channel.on('system', {}, ({ message }) => told.push(message));
    return { channel, heard, told, status: await joined(channel) };
  };
  const claims = { ...ME, exp: Math.floor(Date.now() / 1000) + 600 };
  const former = await join(await signToken(SIGNING_KEY, claims));
  try {
    const rest = await openSocketWith(await signToken(SIGNING_KEY, claims));
    api.change({ signingKey: next, verificationKeys: [next, SIGNING_KEY] });
    const later = await join(await signToken(next, claims));
    expect([former.status, later.status]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
    await later.channel.send({ type: 'broadcast', event: 'both', payload: {} });
    await expect.poll(() => former.heard).toEqual([['both', {}]]);

    api.change({ verificationKeys: [next] });
    await expect.poll(() => former.channel.state).toBe('closed');
    expect(former.told).toEqual(['Failed to validate JWT signature']);
    await expect.poll(rest).toBe(1008);
    expect(later.channel.state).toBe('joined');
    expect((await join(await signToken(SIGNING_KEY, claims))).status).toContain('JwtSignatureError');
    expect((await join(await signToken(next, claims))).status).toBe('SUBSCRIBED');
  } finally {
    api.change({ signingKey: SIGNING_KEY, verificationKeys: [SIGNING_KEY] });
    await api.endClients();
  }
});

/** Opens a socket that comes with a token itself, as servers do. @returns the code with which it was closed, 0 before */
async function openSocketWith(token: string): Promise<() => number> {
  const address = `${api.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${KEYS.anon}`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } });
  let closed = 0;
  socket.on('close', (code) => {
    closed = code;
  });
  await new Promise((done, failed) => socket.once('open', done).once('error', failed));
  return () => closed;
}

test.each([
  ['malformed', () => 'a.b', 'MalformedJWT: The token provided is not a valid JWT'],
  [
    'of another project',
    () => `${'eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoiYSJ9'}.AAAA`,
    'JwtSignatureError: Failed to validate JWT signature',
  ],
  ['expired', () => tokenOf({ ...ME, exp: 1 }), 'InvalidJWTToken: Token has expired'],
])('a token that is %s is told apart', async (_, token, reason) => {
  const client = await api.client(await token());
  expect(await joined(client.channel('room'))).toContain(reason);
});

test.each([
  ['no list', {}, 422],
  ['an empty list', { messages: [] }, 422],
  ['a message without a payload', { messages: [{ topic: 't', event: 'e' }] }, 422],
  ['a topic that is a number', { messages: [{ topic: 1, event: 'e', payload: {} }] }, 422],
  ['no JSON', '{"messages":', 422],
  [
    'a payload beyond the limit',
    { messages: [{ topic: 't', event: 'e', payload: 'x'.repeat(3_200_000) }] },
    413,
  ],
])('HTTP refuses %s', async (_, body, status) => {
  const answer = await api.ask('POST /api/broadcast', { service: 'realtime', as: 'anon', body });
  expect([answer.status, typeof (answer.json as { error?: string }).error]).toEqual([status, 'string']);
});
