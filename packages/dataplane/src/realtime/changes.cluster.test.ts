import { useTestCluster } from '@basalt/clusters/testing';
import { connect } from '@basalt/postgres';
import type { RealtimeChannel } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listening, openRealtimeApi, type RealtimeApi } from './realtime-for-test.ts';

const cluster = useTestCluster();
const USER = { role: 'authenticated', sub: '00000000-0000-0000-0000-000000000001' };
let api: RealtimeApi;
let database: Awaited<ReturnType<typeof connect>>;
const sql = (text: string) => database.query(text);

beforeAll(async () => {
  const address = await cluster.createDatabase();
  database = await connect(address);
  // Test clusters put off writing their log, and the stream with it.
  await sql('set synchronous_commit = on; set search_path = public, extensions');
  await sql(`create type mood as enum ('sad', 'happy');
    create table items (id int primary key, name text, n numeric, at timestamptz, ok boolean, mood mood, ref uuid, tags text[], info jsonb);
    create table secrets (id int primary key, shown text, hidden text);
    create table whole (id int primary key, text text);
    alter table whole replica identity full;
    create table keyless (text text);
    create table plain (id int primary key, text text);
    create table unpublished (id int primary key);
    alter table items disable row level security; alter table secrets disable row level security;
    alter table whole disable row level security; alter table plain disable row level security;
    create policy all_read on keyless for select using (true);
    grant all on all tables in schema public to anon, authenticated, service_role;
    revoke all on secrets from authenticated; grant select (id, shown) on secrets to authenticated;
    revoke all on whole from anon;
    alter publication supabase_realtime add table items, secrets, whole, keyless, plain`);
  api = await openRealtimeApi(address);
});
afterAll(async () => {
  await database?.end();
  await api?.close();
});

interface Change {
  eventType: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  errors: string[] | null;
}
const changes = (channel: RealtimeChannel, to: object): Change[] => {
  const heard: Change[] = [];
  channel.on('postgres_changes', { event: '*', schema: 'public', ...to } as never, (change: Change) =>
    heard.push(change),
  );
  return heard;
};

/** Filters of the Data API, which realtime must read and decide alike. */
const FILTERS = [
  ...['id=eq.2', 'id=neq.2', 'id=lt.3', 'id=lte.2', 'id=gt.2', 'id=gte.3', 'id=in.(1,3)', 'id=not.in.(1,3)'],
  ...[
    'name=eq.b',
    'name=not.eq.b',
    'name=in.("a,b",c)',
    'name=like.%b%',
    'name=ilike.B',
    'name=match.^b',
    'name=imatch.^B',
  ],
  ...['name=is.null', 'name=not.is.null', 'name=isdistinct.b', 'name=gt.b'],
  ...['n=eq.1.0', 'n=gt.1.5', 'n=not.lte.1.5', 'at=gt.2026-01-01T00:00:00Z', 'at=eq.2026-02-01T01:00:00+01'],
  ...['ok=eq.true', 'ok=is.true', 'ok=not.is.true', 'ok=is.unknown', 'mood=eq.happy', 'mood=gt.sad'],
  ...['ref=eq.A0000000-0000-0000-0000-000000000001', 'id=gt.1,name=neq.c'],
];

test('filters let through what the Data API would answer', async () => {
  const client = await api.client('service');
  const heard = new Map<string, Change[]>();
  for (const filter of FILTERS) {
    const channel = client.channel(filter);
    heard.set(filter, changes(channel, { table: 'items', filter }));
    expect([filter, await listening(channel)]).toEqual([filter, 'ok: Subscribed to PostgreSQL']);
  }
  const all = client.channel('all');
  const every = changes(all, { table: 'items' });
  await listening(all);
  await sql(`insert into items (id, name, n, at, ok, mood, ref) values
    (1, 'a,b', 1, '2025-12-31', true, 'sad', 'a0000000-0000-0000-0000-000000000001'),
    (2, 'b', 1.50, '2026-02-01', false, 'happy', null), (3, 'c', 2, '2026-02-01 00:00:00+00', null, null, null),
    (4, null, null, null, null, null, null), (5, 'q"uote', 10, '2027-01-01', true, 'happy', null)`);
  await expect.poll(() => every.length).toBe(5);
  for (const filter of FILTERS) {
    const query = filter
      .split(/,(?=name=neq)/)
      .map((part) => part.replace('=', '\0'))
      .map((part) => {
        const [column = '', value = ''] = part.split('\0');
        return `${column}=${encodeURIComponent(value)}`;
      });
    const answer = (await api.ask(`GET /items?select=id&order=id&${query.join('&')}`)).json;
    const ids = heard.get(filter)?.map((change) => ({ id: change.new.id }));
    expect([filter, ids]).toEqual([filter, answer]);
  }
  await client.removeAllChannels();
});

test('values are those that the Data API answers', async () => {
  const channel = (await api.client('service')).channel('values');
  const heard = changes(channel, { table: 'items' });
  await listening(channel);
  await sql(`insert into items values (10, 'ä"\\', 12.50, '2026-03-04 05:06:07.89', true, 'sad',
    'a0000000-0000-0000-0000-000000000001', '{a,NULL,"b c"}', '{"deep": [1, null]}')`);
  await expect.poll(() => heard.length).toBe(1);
  expect([heard[0]?.new]).toEqual((await api.ask('GET /items?id=eq.10')).json);
});

test('columns that may not be read are left out, and a role without any hears that something happened', async () => {
  const [user, anon, service] = [
    await api.client(USER),
    await api.client('anon'),
    await api.client('service'),
  ];
  const open = async (client: typeof user, to: object) => {
    const channel = client.channel(`columns ${JSON.stringify(to)}`);
    const heard = changes(channel, to);
    expect(await listening(channel)).toBe('ok: Subscribed to PostgreSQL');
    return heard;
  };
  const seen = {
    user: await open(user, { table: 'secrets' }),
    selected: await open(service, { table: 'secrets', select: ['id', 'hidden'] }),
    none: await open(anon, { table: 'whole' }),
    wide: await open(service, { schema: '*' }),
  };
  await sql(`insert into secrets values (1, 'shown', 'hidden'); insert into whole values (1, 'a')`);
  await expect.poll(() => Object.values(seen).map(({ length }) => length)).toEqual([1, 1, 1, 2]);
  expect(seen.user[0]).toMatchObject({ new: { id: 1, shown: 'shown' }, errors: null });
  expect(seen.user[0]?.new).not.toHaveProperty('hidden');
  expect(seen.selected[0]?.new).toEqual({ id: 1, hidden: 'hidden' });
  expect(seen.none[0]).toMatchObject({ new: {}, errors: ['Error 401: Unauthorized'] });
  await sql('revoke select (shown) on secrets from authenticated');
  await sql(`insert into secrets values (2, 'shown', 'hidden')`);
  await expect.poll(() => seen.user.length).toBe(2);
  expect(seen.user[1]?.new).toEqual({ id: 2 });
});

test('rows as they were, large rows, tables without a key, emptied and altered tables', async () => {
  const [user, service] = [await api.client(USER), await api.client('service')];
  const byUser = user.channel('user');
  const channel = service.channel('service');
  const keyless = changes(byUser, { table: 'keyless' });
  const whole = changes(channel, { table: 'whole' });
  const plain = changes(channel, { table: 'plain' });
  expect([await listening(byUser), await listening(channel)]).toEqual(
    Array(2).fill('ok: Subscribed to PostgreSQL'),
  );
  await sql(`update whole set text = 'b'; delete from whole; insert into keyless values ('x');
    insert into plain select 1, string_agg(md5(n::text), '') from generate_series(1, 3000) as n; truncate keyless`);
  await sql(`update plain set id = 2; alter table plain add column more int default 7; delete from plain`);
  await sql(
    `insert into plain values (3, repeat('y', 1100000), 8), (4, repeat('z', 17000000), 9), (5, 'next', 10)`,
  );
  await expect
    .poll(() => [whole.length, plain.length, keyless.length], { timeout: 10_000 })
    .toEqual([2, 6, 1]);
  expect(whole.map(({ old }) => old)).toEqual([
    { id: 1, text: 'a' },
    { id: 1, text: 'b' },
  ]);
  expect(keyless[0]).toMatchObject({ new: {}, errors: ['Error 400: Bad Request, no primary key'] });
  const [inserted, moved, deleted, large, huge, next] = plain;
  expect(String(inserted?.new.text)).toHaveLength(96_000);
  expect([moved?.new, moved?.old, deleted?.old]).toEqual([{ id: 2 }, { id: 1 }, { id: 2 }]);
  expect(large).toMatchObject({ new: { id: 3, more: 8 }, errors: ['Error 413: Payload Too Large'] });
  expect(huge).toMatchObject({ new: { id: 4, more: 9 }, errors: ['Error 413: Payload Too Large'] });
  expect([huge?.new, next?.new]).toEqual([
    { id: 4, more: 9 },
    { id: 5, text: 'next', more: 10 },
  ]);
});

test.each([
  [{ table: 'nothing' }, 'There is no such table'],
  [{ table: 'unpublished' }, 'not in the publication supabase_realtime'],
  [{ table: 'items', filter: 'missing=eq.1' }, 'There is no column "missing"'],
  [{ table: 'items', filter: 'id=between.1' }, 'Error parsing `filter` params'],
  [{ table: 'items', filter: 'id=eq.one' }, 'invalid input syntax for type integer'],
  [{ table: 'secrets', filter: 'hidden=eq.x' }, 'cannot be read by this role'],
  [{ schema: 'public', filter: 'id=eq.1' }, 'for one table'],
])('%j is joined, and told why no changes come', async (to, reason) => {
  const channel = (await api.client(USER)).channel('refused');
  changes(channel, to);
  expect(await listening(channel)).toContain(reason);
});

test('a table is altered while it is watched: what is told is what the table has by then', async () => {
  await sql(`create table shifting (id int primary key, a text, b text); alter table shifting disable row level security;
    grant all on shifting to service_role; alter publication supabase_realtime add table shifting`);
  const client = await api.client('service');
  const [all, filtered] = [client.channel('shifting'), client.channel('shifting by a')];
  const heard = changes(all, { table: 'shifting' });
  const byFilter = changes(filtered, { table: 'shifting', filter: 'a=eq.1' });
  expect([await listening(all), await listening(filtered)]).toEqual(
    Array(2).fill('ok: Subscribed to PostgreSQL'),
  );
  const told = async (statements: string, count: number) => {
    await sql(statements);
    await expect.poll(() => heard.length).toBe(count);
    return heard.at(-1)?.new;
  };
  expect(await told(`insert into shifting values (1, '1', 'b')`, 1)).toEqual({ id: 1, a: '1', b: 'b' });
  expect(
    await told(`alter table shifting add c int default 7; insert into shifting values (2, '1', 'b')`, 2),
  ).toEqual({ id: 2, a: '1', b: 'b', c: 7 });
  expect(await told('alter table shifting rename b to d; update shifting set c = 8 where id = 2', 3)).toEqual(
    { id: 2, a: '1', d: 'b', c: 8 },
  );
  expect(byFilter.map(({ new: row }) => row.id)).toEqual([1, 2, 2]);
  // What a filter looks at is gone, and with it all that it could let through.
  expect(await told('alter table shifting drop column a; insert into shifting values (3)', 4)).toEqual({
    id: 3,
    d: null,
    c: 7,
  });
  expect(await told('alter table shifting alter c type text; insert into shifting values (4)', 5)).toEqual({
    id: 4,
    d: null,
    c: '7',
  });
  // A table of the same name is another one: it is not in the publication.
  await sql(
    `drop table shifting; create table shifting (id int primary key); insert into shifting values (5)`,
  );
  await sql(`alter table shifting disable row level security; grant all on shifting to service_role;
    alter publication supabase_realtime add table shifting`);
  expect(await told('insert into shifting values (6)', 6)).toEqual({ id: 6 });
  expect(byFilter).toHaveLength(3);
  await client.removeAllChannels();
});

test('a publication that leaves out rows, columns and kinds of changes leaves them out here too', async () => {
  await sql(`create table partial (id int primary key, a text, b text); alter table partial disable row level security;
    grant all on partial to service_role; create publication kept for table partial (id, a) where (id > 1)`);
  const client = await api.client('service');
  const channel = client.channel('partial');
  const heard = changes(channel, { table: 'partial' });
  const refused = client.channel('left out');
  changes(refused, { table: 'whole' });
  const former = await sql(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as tables from pg_publication_tables where pubname = 'supabase_realtime'`,
  );
  await sql('drop publication supabase_realtime; alter publication kept rename to supabase_realtime');
  await sql(`alter publication supabase_realtime set (publish = 'insert')`);
  try {
    expect(await listening(channel)).toBe('ok: Subscribed to PostgreSQL');
    expect(await listening(refused)).toContain('not in the publication supabase_realtime');
    await sql(
      `insert into partial values (1, 'a', 'b'), (2, 'a', 'b'); update partial set a = 'c' where id = 2`,
    );
    await sql(`insert into partial values (3, 'a', 'b')`);
    await expect
      .poll(() => heard.map(({ new: row }) => row))
      .toEqual([
        { id: 2, a: 'a' },
        { id: 3, a: 'a' },
      ]);
  } finally {
    await sql(
      `drop publication supabase_realtime; create publication supabase_realtime for table ${former.rows[0].tables}`,
    );
    await client.removeAllChannels();
  }
});

test('a stream that breaks is told of, and joined again without losing what comes then', async () => {
  const client = await api.client('service');
  const channel = client.channel('broken');
  const heard = changes(channel, { table: 'plain' });
  const told: string[] = [];
  channel.on('system', {}, ({ status, message }) => told.push(`${status}: ${message}`));
  expect(await listening(channel)).toBe('ok: Subscribed to PostgreSQL');
  const slots = async () =>
    (
      await sql(
        `select active_pid from pg_replication_slots where database = current_database() and temporary and slot_name like 'basalt_realtime%'`,
      )
    ).rows;
  expect(await slots()).toHaveLength(1);
  await sql(
    `select pg_terminate_backend(active_pid) from pg_replication_slots where database = current_database()`,
  );
  await expect.poll(() => told.filter((text) => text.startsWith('ok'))).toHaveLength(2);
  expect(told[1]).toMatch(/^error: The connection to the database was lost/);
  heard.length = 0;
  await sql(`insert into plain values (100, 'again', 1)`);
  await expect.poll(() => heard.length).toBe(1);

  await sql('drop publication supabase_realtime');
  await sql(`insert into plain values (101, 'unseen', 1)`);
  await sql('create publication supabase_realtime for table plain');
  const late = (await api.client('service')).channel('late');
  const byLate = changes(late, { table: 'plain' });
  expect(await listening(late)).toBe('ok: Subscribed to PostgreSQL');
  await expect
    .poll(async () => {
      await sql(`insert into plain select max(id) + 1, 'seen', 1 from plain`);
      return byLate.length;
    })
    .toBeGreaterThan(0);

  await api.endClients();
  await expect.poll(slots).toEqual([]);
});
