import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRestApi, type RestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let api: RestApi;

beforeAll(async () => {
  api = await openRestApi(await cluster.createDatabase());
  await api.sql(`
    create schema other;
    grant usage on schema other to anon, authenticated, service_role;
    create table authors (id int primary key, name text not null);
    create table books (id int primary key, title text, author_id int references authors, info jsonb, tags text[]);
    create table other.items (id int primary key);
    insert into authors values (1, 'Ann'), (2, 'Bob, "B"');
    insert into books select i, 'Book ' || i, 1 + i % 2, jsonb_build_object('n', i), array['t' || i % 3] from generate_series(1, 20) i;
    insert into other.items values (7);
    grant all on all tables in schema public, other to service_role;
    revoke all on books from anon;
    grant select on authors to anon;
    create policy everybody on authors for select to anon using (id = 1);
    create function add(a int, b int) returns int language sql immutable as 'select a + b';
    create function find_books(wanted text) returns setof books language sql stable as $$ select * from public.books where title like wanted $$;
    create function nothing() returns void language sql as '';
    create function reply(headers text, status text) returns text language plpgsql as $$
      begin
        perform set_config('response.headers', headers, true), set_config('response.status', status, true);
        return 'x';
      end $$;
    create function whoami() returns json language sql stable as $$ select json_build_object(
      'role', current_user, 'claims', current_setting('request.jwt.claims', true)::json,
      'trace', current_setting('request.headers', true)::json->>'traceparent',
      'cookie', current_setting('request.cookies', true)::json->>'sid',
      'method', current_setting('request.method', true), 'path', current_setting('request.path', true)) $$;
  `);
});
afterAll(() => api?.close());

const json = async (request: string, headers = {}) => (await api.ask(request, { headers })).json;

describe('rows', () => {
  test('come as JSON with their headers', async () => {
    const answer = await api.ask('GET /books?select=id,title&id=lte.2&order=id');
    expect(answer).toMatchObject({
      status: 200,
      json: [
        { id: 1, title: 'Book 1' },
        { id: 2, title: 'Book 2' },
      ],
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-range': '0-1/*',
        'content-location': '/books?id=lte.2&order=id&select=id%2Ctitle',
        'content-profile': 'public',
        vary: 'Accept, Prefer, Range',
        'content-length': String(Buffer.byteLength(answer.text)),
      },
    });
  });

  test.each([
    ['?limit=5', {}, 200, '0-4/*', 5],
    ['?limit=5&offset=18', {}, 200, '18-19/*', 2],
    ['?offset=100', {}, 200, '*/*', 0],
    ['', { range: '0-9', 'range-unit': 'items' }, 200, '0-9/*', 10],
    ['?offset=5', { range: '0-9' }, 200, '5-9/*', 5],
    ['?limit=0', {}, 200, '*/*', 0],
    ['', { prefer: 'count=exact' }, 200, '0-19/20', 20],
    ['?limit=5', { prefer: 'count=exact' }, 206, '0-4/20', 5],
    ['?offset=20', { prefer: 'count=exact' }, 206, '*/20', 0],
    ['?id=gt.5&limit=1', { prefer: 'count=exact' }, 206, '0-0/15', 1],
    ['?limit=5', { prefer: 'count=estimated' }, 206, '0-4/20', 5],
  ])('GET /books%s with %j', async (query, headers, status, range, rows) => {
    const answer = await api.ask(`GET /books${query}`, { headers });
    expect(answer).toMatchObject({ status, headers: { 'content-range': range } });
    expect(answer.json).toHaveLength(rows);
  });

  test('beyond a known end there is nothing', async () => {
    expect(await api.ask('GET /books?offset=21', { headers: { prefer: 'count=exact' } })).toMatchObject({
      status: 416,
      headers: { 'content-range': '*/20', 'proxy-status': 'PostgREST; error=PGRST103' },
      json: { code: 'PGRST103', details: 'An offset of 21 was requested, but there are only 20 rows.' },
    });
  });

  test('HEAD has no body and no length', async () => {
    const answer = await api.ask('HEAD /books?limit=5', { headers: { prefer: 'count=exact' } });
    expect(answer).toMatchObject({ status: 206, text: '', headers: { 'content-range': '0-4/20' } });
    expect(answer.headers).not.toHaveProperty('content-length');
  });

  test('embed, filter on embeds, logic, JSON paths, quoting', async () => {
    expect(
      await json('GET /authors?select=name,books(id)&books.id=lte.3&books.order=id.desc&order=id'),
    ).toEqual([
      { name: 'Ann', books: [{ id: 2 }] },
      { name: 'Bob, "B"', books: [{ id: 3 }, { id: 1 }] },
    ]);
    expect(await json('GET /books?select=id&or=(id.eq.1,and(info->n.gt.3,info->>n.eq.4))&order=id')).toEqual([
      { id: 1 },
      { id: 4 },
    ]);
    expect(
      await json(`GET /authors?select=id&name=in.(${encodeURIComponent(String.raw`"Bob, \"B\""`)},x)`),
    ).toEqual([{ id: 2 }]);
  });

  test('one object, CSV, nulls stripped', async () => {
    const object = { accept: 'application/vnd.pgrst.object+json' };
    expect(await api.ask('GET /authors?id=eq.1', { headers: object })).toMatchObject({
      json: { id: 1, name: 'Ann' },
      headers: { 'content-type': 'application/vnd.pgrst.object+json; charset=utf-8' },
    });
    expect(await api.ask('GET /authors', { headers: object })).toMatchObject({
      status: 406,
      json: {
        code: 'PGRST116',
        details: 'The result contains 2 rows',
        message: 'Cannot coerce the result to a single JSON object',
      },
    });
    const csv = await api.ask('GET /authors?order=id', { headers: { accept: 'text/csv' } });
    expect(csv).toMatchObject({
      text: 'id,name\n1,Ann\n2,"Bob, ""B"""',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
    });
  });

  test('of another schema', async () => {
    expect(await api.ask('GET /items', { headers: { 'accept-profile': 'other' } })).toMatchObject({
      json: [{ id: 7 }],
      headers: { 'content-profile': 'other' },
    });
    expect(await api.ask('GET /items')).toMatchObject({ status: 404, json: { code: 'PGRST205' } });
  });
});

describe('who asks', () => {
  test('decides what is seen', async () => {
    expect((await api.ask('GET /authors?select=id', { as: 'anon' })).json).toEqual([{ id: 1 }]);
    expect((await api.ask('GET /authors?select=id&order=id')).json).toEqual([{ id: 1 }, { id: 2 }]);
  });

  test('reaches SQL', async () => {
    const claims = { sub: 'f2a0ae5c-8a4a-4f5f-9a3a-1f1e0a4b2c3d', role: 'authenticated', extra: { a: [1] } };
    const headers = { traceparent: '00-1', cookie: 'sid=abc' };
    expect((await api.ask('GET /rpc/whoami', { as: claims, headers })).json).toEqual({
      role: 'authenticated',
      claims,
      trace: '00-1',
      cookie: 'abc',
      method: 'GET',
      path: '/rpc/whoami',
    });
    expect((await api.ask('POST /rpc/whoami', { as: 'anon', body: {} })).json).toMatchObject({
      role: 'anon',
      claims: { role: 'anon' },
      trace: null,
    });
    expect(api.log.slice(-2)).toEqual([
      { role: 'authenticated', path: '/rest/v1/rpc/whoami', status: 200 },
      { role: 'anon', path: '/rest/v1/rpc/whoami', status: 200 },
    ]);
  });
});

describe('functions', () => {
  test('by GET take what they need as arguments and the rest as filters', async () => {
    expect((await api.ask('GET /rpc/add?a=2&b=3')).text).toBe('5');
    expect(await json('GET /rpc/find_books?wanted=Book%201*&select=id')).toEqual([]);
    expect(
      await json('GET /rpc/find_books?wanted=Book%201%25&id=gt.11&select=id&order=id.desc&limit=2'),
    ).toEqual([{ id: 19 }, { id: 18 }]);
    expect(await json('GET /rpc/find_books?wanted=eq.5&select=id')).toEqual([]);
  });

  test('by POST', async () => {
    expect((await api.ask('POST /rpc/add', { body: { a: 2, b: 3 } })).text).toBe('5');
    expect(
      await api.ask('POST /rpc/find_books?select=id&id=eq.2', { body: { wanted: 'Book%' } }),
    ).toMatchObject({ json: [{ id: 2 }] });
  });

  test('that return nothing', async () => {
    const answer = await api.ask('POST /rpc/nothing', { body: {} });
    expect(answer).toMatchObject({ status: 204, text: '' });
    for (const name of ['content-type', 'content-length']) expect(answer.headers).not.toHaveProperty(name);
  });

  test('may set headers and status', async () => {
    const reply = (headers: unknown, status: string) =>
      api.ask('POST /rpc/reply', {
        body: { headers: headers === '' ? '' : JSON.stringify(headers), status },
      });
    expect(await reply([{ 'X-Own': '1' }, { 'Content-Type': 'text/html' }], '418')).toMatchObject({
      status: 418,
      headers: { 'x-own': '1', 'content-type': 'text/html' },
    });
    expect(await reply('', '')).toMatchObject({ status: 200, text: '"x"' });
    expect(await reply([1], '')).toMatchObject({ status: 500, json: { code: 'PGRST111' } });
    expect(await reply('', 'nonsense')).toMatchObject({ status: 500, json: { code: 'PGRST112' } });
  });
});

describe('what there is', () => {
  test('is described at the root, as far as the caller may see it', async () => {
    const all = await api.ask('GET /');
    expect(all.headers['content-type']).toBe('application/openapi+json; charset=utf-8');
    expect(all.json).toMatchObject({
      swagger: '2.0',
      host: '127.0.0.1:8001',
      paths: { '/books': {}, '/rpc/add': {} },
    });
    const visible = (await api.ask('GET /', { as: 'anon' })).json as { paths: object };
    expect(visible.paths).toHaveProperty('/authors');
    expect(visible.paths).not.toHaveProperty('/books');
    expect(await api.ask('HEAD /')).toMatchObject({ status: 200, text: '' });
    expect(await api.ask('GET /', { headers: { accept: 'text/csv' } })).toMatchObject({
      status: 406,
      json: { code: 'PGRST107' },
    });
  });

  test('OPTIONS names the methods', async () => {
    const allow = async (path: string) => (await api.ask(`OPTIONS ${path}`)).headers.allow;
    expect(await allow('/')).toBe('OPTIONS,GET,HEAD');
    expect(await allow('/books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
    expect(await allow('/rpc/add')).toBe('OPTIONS,GET,HEAD,POST');
    expect(await allow('/rpc/nothing')).toBe('OPTIONS,POST');
    expect(await api.ask('OPTIONS /nowhere')).toMatchObject({ status: 404, json: { code: 'PGRST205' } });
  });
});
