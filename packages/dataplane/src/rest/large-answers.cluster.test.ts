import { useTestCluster } from '@basalt/clusters/testing';
import type { ConnectionTarget } from '@basalt/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ResultRooms } from '../project/result-rooms.ts';
import { KEYS, openRestApi, type RestApi } from './rest-api-for-test.ts';
import { TEST_SETTINGS } from './schema-cache/load-for-test.ts';

const MB = 1024 * 1024;
const WITHOUT_BOUND = { ...TEST_SETTINGS, dbMaxRows: null };
const cluster = useTestCluster();
let address: ConnectionTarget;
let api: RestApi;
let url: string;

beforeAll(async () => {
  address = await cluster.createDatabase();
  api = await openRestApi(address);
  await api.sql(`
    do $$ begin
      execute format('alter role authenticator in database %I set statement_timeout = ''60s''', current_database());
    end $$;
    create table items (id int primary key, name text, tags json);
    insert into items select n, case when n % 3 > 0 then 'nämé "' || n || '"' end, '[1, 2]' from generate_series(1, 15000) n;
    create view endless as select n as id, repeat('x', 1000) as name
      from (select generate_series(1, 1000000000) as n) as each;
    create view broad as select repeat('x', 6000000) as name from generate_series(1, 10);
    create view huge as select repeat('x', 120000000) as name;
    create table notes (text text);
    create function write_much() returns setof notes volatile language sql
      as $$ insert into notes values ('written'); select repeat('x', 60000000) $$;
    create function vast() returns text stable language sql as $$ select repeat('x', 120000000) $$;
    create function wide() returns text stable language sql as $$ select repeat('x', 60000000) $$;
    grant all on all tables in schema public to service_role`);
  api.change({ rest: WITHOUT_BOUND });
  url = await api.listen();
});
afterAll(() => api?.close());

/** Over a real connection, as clients ask: large answers are sent in another way than small ones. */
async function ask(request: string, headers: Record<string, string> = {}, base = url) {
  const [method = 'GET', path = '/'] = request.split(' ');
  const answer = await fetch(`${base}/rest/v1${path}`, {
    method,
    headers: { ...headers, apikey: KEYS.service },
  });
  const text = await answer.text();
  const json = text.startsWith('[') || text.startsWith('{') ? (JSON.parse(text) as unknown) : null;
  return { status: answer.status, range: answer.headers.get('content-range'), text, json };
}

describe('a long list', () => {
  test('is byte for byte what the database itself makes of it', async () => {
    const [{ text }] = (await api.sql(
      `select json_agg(t)::text as text from (select id, name, tags from items order by id) t`,
    )) as [{ text: string }];
    const answer = await ask('GET /items?order=id');
    expect([answer.status, answer.range]).toEqual([200, '0-14999/*']);
    expect(answer.text === text).toBe(true);
  });

  test.each([
    ['GET /items?order=id&limit=12000', {}, 200, '0-11999/*', 12_000],
    ['GET /items?order=id&limit=5000', {}, 200, '0-4999/*', 5_000],
    ['GET /items?order=id&limit=12000&offset=10000', {}, 200, '10000-14999/*', 5_000],
    ['GET /items?id=gt.20000', {}, 200, '*/*', 0],
    ['GET /items', { prefer: 'count=exact' }, 200, '0-14999/15000', 15_000],
    ['GET /items?limit=12000', { prefer: 'count=exact' }, 206, '0-11999/15000', 12_000],
    ['GET /items?id=gt.20000', { prefer: 'count=exact' }, 200, '*/0', 0],
  ])('%s (%j) says how many rows there are', async (request, headers, status, range, rows) => {
    const answer = await ask(request, headers as Record<string, string>);
    expect([answer.status, answer.range]).toEqual([status, range]);
    expect(answer.json).toHaveLength(rows);
  });
});

describe('an answer that is too large', () => {
  const TOO_LARGE = {
    code: '54000',
    message: 'The answer is larger than 50 MB, the most that one request can get.',
    details: null,
    hint: 'Ask for fewer rows or columns, or ask page by page with limit and offset (range() in supabase-js).',
  };

  test('is refused with the limit and what to do, before the database has made all of it', async () => {
    expect(await ask('GET /endless')).toMatchObject({ status: 413, json: TOO_LARGE });
    expect((await ask('GET /endless?limit=2')).json).toHaveLength(2);
    const running = `select from pg_stat_activity where query like '%endless%' and state = 'active' and pid <> pg_backend_pid()`;
    await expect.poll(() => api.sql(running)).toEqual([]);
  });

  test.each([
    ['a value', 'GET /rpc/wide', {}],
    ['CSV', 'GET /broad', { accept: 'text/csv' }],
    ['a value that is not read at all', 'GET /rpc/vast', {}],
    ['a row that is not read at all', 'GET /huge', {}],
  ])('is so in every form: %s', async (_, request, headers) => {
    expect(await ask(request, headers as Record<string, string>)).toMatchObject({
      status: 413,
      json: TOO_LARGE,
    });
  });

  test('of a request that writes says that it has written', async () => {
    expect(await ask('POST /rpc/write_much')).toMatchObject({
      status: 413,
      json: { message: `${TOO_LARGE.message} What the request changed is changed.` },
    });
    expect(await api.sql('select * from notes')).toHaveLength(1);
  });
});

test('answers that are on their way together have one room, and those that find none are told to come again', async () => {
  const narrow = await openRestApi(address, {
    rooms: new ResultRooms({ maxBytes: 16 * MB, maxProjectBytes: 16 * MB }),
  });
  narrow.change({ rest: WITHOUT_BOUND });
  const base = await narrow.listen();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ask('GET /endless?limit=12000', {}, base)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(statuses).toContain(503);
  expect(answers.find(({ status }) => status === 503)?.json).toMatchObject({
    code: 'PGRST001',
    message: 'There was no room for an answer as large as this one. Ask for less, or try again.',
  });
  expect((await ask('GET /endless?limit=12000', {}, base)).json).toHaveLength(12_000);
  await narrow.close();
});

test('a read that takes too long is answered as ever, with the advice that helps', async () => {
  const hurried = await openRestApi(await cluster.createDatabase());
  await hurried.sql(`
    do $$ begin
      execute format('alter role authenticator in database %I set statement_timeout = ''300ms''', current_database());
    end $$;
    create view slow as select n as id, pg_sleep(0.01)::text as name from generate_series(1, 1000000) n;
    grant select on slow to service_role`);
  hurried.change({ rest: WITHOUT_BOUND });
  expect(await hurried.ask('GET /slow')).toMatchObject({
    status: 500,
    json: {
      code: '57014',
      message: 'canceling statement due to statement timeout',
      details: null,
      hint: expect.stringContaining('ask page by page with limit and offset'),
    },
  });
  expect((await hurried.ask('GET /slow?limit=100')).json).toMatchObject({ code: '57014', hint: null });
  await hurried.close();
});
