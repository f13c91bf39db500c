import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { useTestCluster } from '@basalt/clusters/testing';
import { type ConnectionTarget, connect } from '@basalt/postgres';
import { DEFAULT_REALTIME } from '@basalt/project';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEYS } from '../../rest/rest-api-for-test.ts';
import { joined, listening, openRealtimeApi, openSocket, type RealtimeApi } from '../realtime-for-test.ts';

const cluster = useTestCluster({ name: 'troubles', settings: { maxSlotWalKeepMb: 32 } });
const SOCKETS = 1_000;
const SLOTS = `select from pg_replication_slots where slot_name like 'basalt_realtime%'`;
let address: ConnectionTarget;
let api: RealtimeApi;
let sql: (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

beforeAll(async () => {
  address = await cluster.createDatabase();
  sql = async (text) => {
    // One for each question: the server crashes in between.
    const client = await connect(address);
    try {
      return await client.query(text);
    } finally {
      await client.end();
    }
  };
  await sql(`create table public.notes (id int primary key); alter table public.notes disable row level security;
    grant select on public.notes to anon, service_role;
    alter publication supabase_realtime add table public.notes`);
  api = await openRealtimeApi(address);
  api.change({ realtime: { ...DEFAULT_REALTIME, socketsPerProject: SOCKETS + 10 } });
});
afterAll(() => api?.close());

/** A gateway in a process of its own. */
async function startGateway() {
  const child = fork(new URL('./gateway-for-test.ts', import.meta.url), [JSON.stringify(address)]);
  const [url] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The gateway ended before it served.');
    }),
  ]);
  return { url: String(url), kill: (signal: NodeJS.Signals) => child.kill(signal) };
}

test('a gateway that is killed loses no broadcast that it has acknowledged to those of another one', async () => {
  const gateway = await startGateway();
  const heard: number[] = [];
  const listener = (await api.client('anon')).channel('load');
  listener.on('broadcast', { event: 'n' }, ({ payload }) => heard.push(payload.n));
  expect(await joined(listener)).toBe('SUBSCRIBED');
  const client = createClient(gateway.url, KEYS.anon);
  const sender = client.channel('load', { config: { broadcast: { ack: true } } });
  expect(await joined(sender)).toBe('SUBSCRIBED');
  const acknowledged: number[] = [];
  const send = async (n: number) => {
    const answer = await sender.send({ type: 'broadcast', event: 'n', payload: { n } }, { timeout: 2_000 });
    if (answer === 'ok') acknowledged.push(n);
  };
  for (let round = 0; acknowledged.length < 40; round += 1) {
    await Promise.all([0, 1, 2, 3].map((n) => send(round * 10 + n)));
    await new Promise((done) => setTimeout(done, 50));
  }
  const last = [900, 901, 902, 903].map(send);
  await expect.poll(() => acknowledged.length).toBeGreaterThan(40);
  gateway.kill('SIGKILL');
  await Promise.all(last);
  await expect.poll(() => acknowledged.filter((n) => !heard.includes(n))).toEqual([]);
  client.realtime.disconnect();
  await api.endClients();
});

test('a gateway that hangs is let go before the log of the server grows, and those it served are told', async () => {
  const gateway = await startGateway();
  const client = createClient(gateway.url, KEYS.service);
  const channel = client.channel('notes');
  const heard: number[] = [];
  const told: string[] = [];
  channel
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'notes' }, (change) =>
      heard.push(change.new.id),
    )
    .on('system', {}, ({ status, message }) => told.push(`${status}: ${message}`));
  expect(await listening(channel)).toBe('ok: Subscribed to PostgreSQL');
  const oldest = async () =>
    (await sql(`select min(name) as name from pg_ls_waldir() where length(name) = 24`)).rows[0]?.name;
  const before = await oldest();
  gateway.kill('SIGSTOP');
  try {
    for (let segment = 0; segment < 8; segment += 1)
      await sql(`select pg_logical_emit_message(true, 'noise', 'x'); select pg_switch_wal()`);
    await sql('checkpoint');
    expect((await sql(SLOTS)).rows).toEqual([]);
    await sql('checkpoint');
    expect(await oldest()).not.toBe(before);
  } finally {
    gateway.kill('SIGCONT');
  }
  await expect.poll(() => told[1]).toMatch(/^error: The connection to the database was lost/);
  await expect.poll(() => told.at(-1)).toBe('ok: Subscribed to PostgreSQL');
  await sql('insert into public.notes values (1)');
  await expect.poll(() => heard).toEqual([1]);
  client.realtime.disconnect();
  gateway.kill('SIGKILL');
});

test(`the server crashes under ${SOCKETS} sockets: all are told, and hear what comes after they joined again`, async () => {
  const changes = { config: { postgres_changes: [{ event: '*', schema: 'public', table: 'notes' }] } };
  const sockets = await Promise.all(Array.from({ length: SOCKETS }, () => openSocket(api.url)));
  const counting = (text: string) =>
    sockets.filter(({ heard }) => heard.some((message) => JSON.stringify(message).includes(text))).length;
  for (const { socket, say } of sockets) {
    const join = (ref: string) => say(ref, ref, 'realtime:notes', 'phx_join', changes);
    // As clients do: they try again after a while.
    socket.on('message', (data) => {
      if (String(data).includes('"phx_error"')) setTimeout(join, 100, randomUUID());
    });
    join('first');
  }
  await expect.poll(() => counting('Subscribed to PostgreSQL')).toBe(SOCKETS);

  for (const { heard } of sockets) heard.length = 0;
  const { rows } = await sql(`select pid from pg_stat_activity where backend_type = 'walwriter'`);
  await sql(`copy (select 1) to program 'kill -9 ${rows[0]?.pid}'`).catch(() => undefined);
  await expect.poll(() => counting('Subscribed to PostgreSQL')).toBe(SOCKETS);
  expect(counting('The connection to the database was lost')).toBe(SOCKETS);
  await sql('insert into public.notes values (2)');
  await expect.poll(() => counting('"record":{"id":2}')).toBe(SOCKETS);
  expect(sockets.filter(({ state }) => state.closed !== 0)).toEqual([]);
  expect((await sql(SLOTS)).rows).toHaveLength(1);
  for (const { socket } of sockets) socket.close();
  await expect.poll(async () => (await sql(SLOTS)).rows).toEqual([]);
});
