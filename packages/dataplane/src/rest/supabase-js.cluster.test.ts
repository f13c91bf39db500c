import { useTestCluster } from '@basalt/clusters/testing';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KEYS, openRestApi, type RestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let api: RestApi;
let url: string;
let client: SupabaseClient;

beforeAll(async () => {
  api = await openRestApi(await cluster.createDatabase());
  await api.sql(`
    create table people (id int primary key, name text not null, tags text[] default '{}', info jsonb);
    create table pets (id int generated always as identity primary key, name text, owner int references people);
    create function add(a int, b int) returns int language sql immutable as 'select a + b';
    create function people_like(pattern text) returns setof people language sql stable as $$ select * from public.people where name like pattern $$;
    create function wait(seconds int) returns void language sql as $$ select pg_sleep(seconds) $$;
  `);
  url = await api.listen();
  client = createClient(url, KEYS.service);
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.sql(`truncate people, pets restart identity cascade;
    insert into people values (1, 'Ann', '{a,b}', '{"n":1}'), (2, 'Bob "B, (b)"', '{b}', '{"n":2}'), (3, 'Cid', '{}', null);
    insert into pets (name, owner) values ('Rex', 1), ('Tom', 1), ('Kit', 2)`);
});

const odd = 'Bob "B, (b)"';

describe('the public client', () => {
  test('reads, filters, orders and pages', async () => {
    expect((await client.from('people').select('id').eq('name', odd)).data).toEqual([{ id: 2 }]);
    expect(
      (await client.from('people').select('id').in('name', ['Ann', 'Cid']).order('id', { ascending: false }))
        .data,
    ).toEqual([{ id: 3 }, { id: 1 }]);
    expect(
      (await client.from('people').select('id').or('name.eq.Ann,and(id.gt.2,info.is.null)').order('id')).data,
    ).toEqual([{ id: 1 }, { id: 3 }]);
    expect((await client.from('people').select('id').contains('tags', ['a', 'b'])).data).toEqual([{ id: 1 }]);
    expect((await client.from('people').select('id').ilike('name', '%B"')).data).toEqual([]);
    expect(
      (await client.from('people').select('n:info->n').not('info', 'is', null).order('id').range(1, 5)).data,
    ).toEqual([{ n: 2 }]);
  });

  test('counts', async () => {
    const page = await client.from('people').select('*', { count: 'exact' }).limit(2);
    expect(page).toMatchObject({ status: 206, count: 3, error: null });
    expect(await client.from('people').select('*', { count: 'exact', head: true })).toMatchObject({
      count: 3,
      data: null,
      error: null,
    });
    expect((await client.from('people').select('*', { count: 'exact' }).range(5, 9)).error).toMatchObject({
      code: 'PGRST103',
    });
  });

  test('embeds', async () => {
    const { data } = await client.from('people').select('name, pets!inner(name)').like('pets.name', 'T%');
    expect(data).toEqual([{ name: 'Ann', pets: [{ name: 'Tom' }] }]);
    expect((await client.from('pets').select('name, people(name)').eq('id', 3).single()).data).toEqual({
      name: 'Kit',
      people: { name: odd },
    });
    const limited = await client
      .from('people')
      .select('pets(name)')
      .eq('id', 1)
      .order('name', { referencedTable: 'pets', ascending: false })
      .limit(1, { referencedTable: 'pets' });
    expect(limited.data).toEqual([{ pets: [{ name: 'Tom' }] }]);
  });

  test('one row, or an error that says how many', async () => {
    expect((await client.from('people').select().eq('id', 9).single()).error).toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 0 rows',
    });
    expect(await client.from('people').select().eq('id', 9).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect((await client.from('people').select('id').csv()).data).toBe('id\n1\n2\n3');
  });

  test('writes', async () => {
    expect(
      await client
        .from('people')
        .insert([
          { id: 4, name: 'Dan' },
          { id: 5, name: 'Eve', tags: ['x'] },
        ])
        .select('id,tags'),
    ).toMatchObject({
      status: 201,
      data: [
        { id: 4, tags: null },
        { id: 5, tags: ['x'] },
      ],
    });
    expect((await client.from('people').upsert({ id: 4, name: 'DAN' }).select('name').single()).data).toEqual(
      { name: 'DAN' },
    );
    expect(
      (
        await client
          .from('people')
          .upsert(
            [
              { id: 4, name: 'no' },
              { id: 6, name: 'Flo' },
            ],
            { ignoreDuplicates: true },
          )
          .select('id')
      ).data,
    ).toEqual([{ id: 6 }]);
    expect(await client.from('people').update({ name: 'Daniel' }).eq('id', 4)).toMatchObject({
      status: 204,
      error: null,
      data: null,
    });
    expect(await client.from('people').delete({ count: 'exact' }).gte('id', 4)).toMatchObject({
      status: 204,
      count: 3,
    });
    expect(await client.from('people').insert({ id: 1, name: 'x' })).toMatchObject({
      status: 409,
      error: { code: '23505' },
    });
    const bounded = client.from('people').update({ name: 'x' }).gte('id', 2);
    // @ts-expect-error: without generated types the client does not know which version it talks to.
    expect((await bounded.maxAffected(1)).error).toMatchObject({ code: 'PGRST124' });
  });

  test('calls', async () => {
    expect((await client.rpc('add', { a: 2, b: 3 })).data).toBe(5);
    expect((await client.rpc('add', { a: 2, b: 3 }, { get: true })).data).toBe(5);
    expect(
      (await client.rpc('people_like', { pattern: '%' }).select('id').gt('id', 1).order('id').limit(1)).data,
    ).toEqual([{ id: 2 }]);
    expect((await client.rpc('people_like', { pattern: '%' }, { head: true, count: 'exact' })).count).toBe(3);
    expect((await client.rpc('nowhere')).error).toMatchObject({ code: 'PGRST202' });
  });
});

test('what a client no longer waits for is not finished', async () => {
  const running = () =>
    api.sql(
      `select pid from pg_stat_activity where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
    );
  const controller = new AbortController();
  const waiting = client.rpc('wait', { seconds: 60 }).abortSignal(controller.signal);
  const answer = waiting.then(({ error }) => error);
  await expect.poll(running).toHaveLength(1);
  controller.abort();
  expect((await answer)?.message).toContain('abort');
  await expect.poll(running).toEqual([]);
});

test('HEAD, 204 and an insert say no more of a body than there is', async () => {
  const ask = (method: string, path: string, body?: string) =>
    fetch(`${url}/rest/v1${path}`, {
      method,
      headers: { apikey: KEYS.service, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
  const lengths = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return [
      status,
      headers.get('content-length'),
      headers.get('transfer-encoding'),
      headers.get('content-type'),
    ];
  };
  expect(await lengths(ask('HEAD', '/people'))).toEqual([200, null, null, 'application/json; charset=utf-8']);
  expect(await lengths(ask('DELETE', '/pets?id=eq.1'))).toEqual([204, null, null, null]);
  expect(await lengths(ask('POST', '/pets', '{"name":"x"}'))).toEqual([201, '0', null, null]);
});
