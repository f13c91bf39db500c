import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REFUSALS } from './errors.cases.ts';
import { openRestApi, type RestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let api: RestApi;

beforeAll(async () => {
  api = await openRestApi(await cluster.createDatabase());
  await api.sql(`
    create table parents (id int primary key, name text);
    create table children (id int primary key, parent_id int constraint first_parent references parents,
      other_id int constraint second_parent references parents, age int check (age < 200));
    create table plain (id int);
    create table secrets (id int primary key);
    create view broken as select 1 / (id - id) as x, id from parents;
    insert into parents values (1, 'a'), (2, 'b');
    insert into children values (1, 1, 1, 5);
    revoke all on secrets from anon, authenticated;
    create function one(a int) returns int language sql immutable as 'select a';
    create function twice(a int) returns int language sql immutable as 'select 1';
    create function twice(a text) returns int language sql immutable as 'select 2';
    create function writes() returns int language sql as 'insert into plain values (1) returning id';
    create function stable_write() returns int language plpgsql stable as $$ begin return public.writes(); end $$;
    create function complain(code text, message text, detail text, hint text) returns void language plpgsql as $$
      begin raise exception using errcode = code, message = message, detail = detail, hint = hint; end $$;
    create function deep() returns int language plpgsql as $$ begin return public.deep(); end $$;
    create function dimensions(a int[]) returns int language sql immutable as 'select 1';
    create function list() returns setof int language sql as 'select generate_series(1, 5)';
  `);
});
afterAll(() => api?.close());

describe('every refusal has its code', () => {
  test.each(REFUSALS)('$status $code for $request', async ({ request, options, status, code, ...said }) => {
    const answer = await api.ask(request, options);
    expect(answer).toMatchObject({
      status,
      json: { code, ...said },
      headers: { 'proxy-status': `PostgREST; error=${code}` },
    });
    expect(Object.keys(answer.json as object).sort()).toEqual(['code', 'details', 'hint', 'message']);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect('www-authenticate' in answer.headers).toBe(status === 401);
    expect(answer.text).not.toMatch(/set_config|json_agg|pgrst_|\/packages\/|node_modules/);
  });
});

test("RAISE sqlstate 'PGRST' writes the whole answer", async () => {
  const body = {
    code: 'PGRST',
    message: JSON.stringify({ code: 'X1', message: 'Short', details: 'and', hint: 'stout' }),
    detail: JSON.stringify({ status: 418, headers: { 'X-Tea': 'green' } }),
    hint: '',
  };
  expect(await api.ask('POST /rpc/complain', { body })).toMatchObject({
    status: 418,
    json: { code: 'X1', message: 'Short', details: 'and', hint: 'stout' },
    headers: { 'x-tea': 'green', 'proxy-status': 'PostgREST; error=X1' },
  });
});

test('what failed left nothing behind, and neighbours did not notice', async () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    index % 3 === 0
      ? api.ask('GET /parents?id=eq.1&select=id')
      : index % 3 === 1
        ? api.ask('GET /parents?id=eq.x')
        : api.ask('GET /secrets', { as: 'anon' }),
  );
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(statuses).toEqual(Array.from({ length: 60 }, (_, index) => [200, 400, 401][index % 3]));
  expect(await api.sql('select count(*)::int as rows from plain')).toEqual([{ rows: 0 }]);
});
