import { forgeToken, inSeconds } from '../e2e/basalt/forge-token.ts';
import { keysOf } from '../e2e/basalt/project-api.ts';
import { type BenchContext, until } from './bench-context.ts';
import { type Figure, percentile } from './figure.ts';
import { memoryOfHome } from './process-load.ts';
import { RealtimeClient } from './realtime-load.ts';

const USERS = 100;
/** Channels of each user: 2,000 and 10,000 subscribers. */
const CHANNELS = [20, 100];
const COMMITS = 40;
const EVENTS = 100_000;
const SOCKETS = 190;
const IDLE_SOCKETS = 2_000;
const SENDERS = 8;
const SECONDS = 5;

const sleep = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

/** Changes and broadcasts to many sockets, which are read in this process: it shares the processors with the gateway. */
export async function measureRealtime(context: BenchContext): Promise<Figure[]> {
  const { api } = context;
  const { ref } = await api.createProject('Bench realtime');
  await api.rows(
    ref,
    `create table public.bench_notes (id bigint generated always as identity primary key, text text);
     create policy signed_in on public.bench_notes for select to authenticated using ((select auth.uid()) is not null);
     create table public.bench_events (id bigint primary key);
     alter table public.bench_events disable row level security;
     alter publication supabase_realtime add table public.bench_notes, public.bench_events`,
  );
  try {
    return [
      await socketMemory(context, ref),
      await broadcasts(context, ref),
      await decoding(context, ref),
      ...(await latencies(context, ref)),
    ];
  } finally {
    await api.request('POST', `/v1/projects/${ref}/pause`);
    await api.waitForStatus(ref, 'INACTIVE');
  }
}

const changes = (table: string) => ({
  config: { postgres_changes: [{ event: 'INSERT', schema: 'public', table }] },
});

async function latencies(context: BenchContext, ref: string): Promise<Figure[]> {
  const { api, basalt } = context;
  const { url, anon } = await keysOf(api, basalt, ref);
  const { body } = await api.request('GET', `/v1/projects/${ref}/postgrest`);
  const figures: Figure[] = [];
  const clients: RealtimeClient[] = [];
  const arrivals: number[] = [];
  let live = 0;
  for (let user = 0; user < USERS; user += 1) {
    const client = await RealtimeClient.open(url, anon);
    client.onFrame = (frame) => {
      const now = performance.timeOrigin + performance.now();
      const at = frame.indexOf('"commit_timestamp":"');
      if (at !== -1) arrivals.push(now - Date.parse(frame.toString('latin1', at + 20, at + 44)));
      else if (frame.includes('Subscribed to PostgreSQL')) live += 1;
    };
    clients.push(client);
  }
  const insert =
    "insert into public.bench_notes (text) values ('a note of usual length, as people write them')";
  // The same for all channels of a user: they are one person only while their claims are equal.
  const exp = inSeconds(3_600);
  let opened = 0;
  for (const channels of CHANNELS) {
    for (; opened < channels; opened += 1)
      await Promise.all(
        clients.map((client, user) => {
          const sub = `00000000-0000-0000-0000-${String(user).padStart(12, '0')}`;
          const claims = { role: 'authenticated', sub, exp };
          const token = forgeToken({ alg: 'HS256', typ: 'JWT' }, claims, body.jwt_secret);
          return client.ask(`realtime:bench ${opened}`, 'phx_join', {
            ...changes('bench_notes'),
            access_token: token,
          });
        }),
      );
    const subscribers = USERS * channels;
    await until('All subscriptions', async () => live === subscribers);
    arrivals.length = 0;
    for (let commit = 1; commit <= COMMITS; commit += 1) {
      await api.rows(ref, insert);
      await until('All events', async () => arrivals.length >= commit * subscribers);
    }
    figures.push({
      name: `commit to subscriber, p95 of ${subscribers} subscribers of ${USERS} users`,
      value: percentile(arrivals, 0.95),
      unit: 'ms',
      target: channels === CHANNELS[0] ? 30 : 120,
      note: `median ${percentile(arrivals, 0.5).toFixed(1)} ms, first ${percentile(arrivals, 0.0001).toFixed(1)} ms`,
    });
  }
  for (const client of clients) client.close();
  return figures;
}

async function decoding(context: BenchContext, ref: string): Promise<Figure> {
  const { api, basalt } = context;
  const { url, serviceRole } = await keysOf(api, basalt, ref);
  const client = await RealtimeClient.open(url, serviceRole);
  let count = 0;
  let first = 0;
  let last = 0;
  let isLive = false;
  client.onFrame = (frame) => {
    if (!frame.includes('"commit_timestamp"')) {
      isLive ||= frame.includes('Subscribed to PostgreSQL');
      return;
    }
    count += 1;
    last = performance.now();
    if (count === 1) first = last;
  };
  await client.ask('realtime:events', 'phx_join', changes('bench_events'));
  await until('The subscription', async () => isLive);
  await api.rows(ref, `insert into public.bench_events select generate_series(1, ${EVENTS})`);
  await until('All events', async () => count === EVENTS);
  client.close();
  return rate('change events', EVENTS / ((last - first) / 1000), 20_000);
}

async function broadcasts({ api, basalt }: BenchContext, ref: string): Promise<Figure> {
  const { url, anon } = await keysOf(api, basalt, ref);
  const clients = await openAll(url, anon, SOCKETS);
  let delivered = 0;
  for (const client of clients) {
    client.onFrame = () => {
      delivered += 1;
    };
    await client.ask('realtime:talk', 'phx_join', { config: { broadcast: { ack: true } } });
  }
  const payload = { event: 'cursor', type: 'broadcast', payload: { x: 120, y: 240, by: 'somebody' } };
  const end = performance.now() + SECONDS * 1000;
  delivered = 0;
  let sent = 0;
  await Promise.all(
    clients.slice(0, SENDERS).map(async (client) => {
      let next = performance.now();
      while (performance.now() < end) {
        await client.ask('realtime:talk', 'broadcast', payload);
        sent += 1;
        // Below the limit of a socket.
        next += 1000 / 95;
        await sleep(Math.max(0, next - performance.now()));
      }
    }),
  );
  await until('All broadcasts', async () => delivered === sent * (SOCKETS - 1));
  const perSecond = delivered / ((performance.now() - end + SECONDS * 1000) / 1000);
  for (const client of clients) client.close();
  return rate(`broadcasts to ${SOCKETS} sockets from ${SENDERS} senders`, perSecond, 50_000);
}

async function socketMemory({ api, basalt }: BenchContext, ref: string): Promise<Figure> {
  const { url, anon } = await keysOf(api, basalt, ref);
  const gateway = async () => (await memoryOfHome(basalt.home)).gateway ?? 0;
  const round = async (count: number) => {
    const clients: RealtimeClient[] = [];
    while (clients.length < count) {
      const some = await openAll(url, anon, Math.min(100, count - clients.length));
      await Promise.all(some.map((client) => client.ask('realtime:idle', 'phx_join', {})));
      clients.push(...some);
    }
    return clients;
  };
  const limits = { max_concurrent_users: 2 * IDLE_SOCKETS, max_joins_per_second: 2 * IDLE_SOCKETS };
  await api.request('PATCH', `/v1/projects/${ref}/config/realtime`, limits);
  // The first ones load the code, and bring the heap to its size.
  const first = await round(IDLE_SOCKETS / 4);
  const before = await gateway();
  const clients = await round(IDLE_SOCKETS);
  const after = await gateway();
  for (const client of [...first, ...clients]) client.close();
  return {
    name: 'memory of a socket with a channel',
    value: Math.max(0, ((after - before) * 1024) / IDLE_SOCKETS),
    unit: 'kB',
    target: 12,
    note: `${IDLE_SOCKETS} sockets more, ${(after - before).toFixed(1)} MB together`,
  };
}

function openAll(url: string, key: string, count: number): Promise<RealtimeClient[]> {
  return Promise.all(Array.from({ length: count }, () => RealtimeClient.open(url, key)));
}

/** A rate is shown as milliseconds for a thousand, so that less is better, as for all figures. */
function rate(what: string, perSecond: number, aim: number): Figure {
  return {
    name: `1,000 ${what}`,
    value: 1_000_000 / perSecond,
    unit: 'ms',
    target: 1_000_000 / aim,
    note: `${Math.round(perSecond)}/s`,
  };
}
