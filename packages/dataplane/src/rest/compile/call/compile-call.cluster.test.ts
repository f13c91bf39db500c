import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskOptions, openTestRest, type TestRest } from '../rest-for-test.ts';
import { TEST_CASTS, TEST_ROWS, TEST_SCHEMA } from '../schema-for-test.ts';

const FUNCTIONS = `
create function add(a int, b int default 10) returns int language sql immutable as $$ select a + b $$;
create function greet("who is" text) returns text language sql stable as $$ select 'Hello ' || "who is" $$;
create function nothing() returns void language sql as $$ select $$;
create function nil() returns text language sql stable as $$ select null::text $$;
create function evens(upto int) returns setof int language sql stable as $$ select generate_series(2, upto, 2) $$;
create function all_tasks(min_id int default 0) returns setof tasks language sql stable as $$ select * from public.tasks where id >= min_id $$;
create function one_task(id int) returns tasks language sql stable as $$ select * from public.tasks t where t.id = $1 $$;
create function both_ways(inout a int, out b text) language sql stable as $$ select a + 1, 'b' $$;
create function single_out(out answer int) language sql stable as $$ select 42 $$;
create function pairs(n int) returns table (i int, label text) language sql stable as $$ select i, 'n' || i from generate_series(1, n) i $$;
create function plain_record() returns record language sql stable as $$ select 1 as a, 'x' as b $$;
create function plain_records(n int) returns setof record language sql stable as $$ select i as a from generate_series(1, n) i $$;
create function joined(variadic words text[]) returns text language sql immutable as $$ select array_to_string(words, '-') $$;
create function summed(numbers int[]) returns bigint language sql immutable as $$ select sum(n) from unnest(numbers) n $$;
create function echo(json) returns json language sql immutable as $$ select $1 $$;
create function echo_text(text) returns text language sql immutable as $$ select $1 $$;
create function echo_bytes(bytea) returns bytea language sql immutable as $$ select $1 $$;
create function echo_xml(xml) returns xml language sql immutable as $$ select $1 $$;
create function typed(j jsonb, m mood, p point3, d date, c character(3), f boolean default true) returns json language sql stable as
  $$ select json_build_object('j', j, 'm', m, 'p', p, 'd', d, 'c', c, 'f', f) $$;
create function bump() returns bigint language plpgsql volatile as
  $$ begin insert into public.no_key values (1, 'bump'); return (select count(*) from public.no_key); end $$;
create function setting(name text) returns text language sql stable as $$ select current_setting(name, true) $$;
create function slow_setting() returns text language sql stable set statement_timeout = '7s' as $$ select current_setting('statement_timeout') $$;
create function respond() returns text language sql volatile as
  $$ select set_config('response.headers', '[{"x-a":"b"}]', true) || set_config('response.status', '418', true) $$;
`;

const cluster = useTestCluster();
let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest(cluster, TEST_SCHEMA + TEST_CASTS + TEST_ROWS + FUNCTIONS);
});
afterAll(() => rest?.close());
const call = async (request: string, body?: unknown, options: AskOptions = {}) =>
  (await rest.ask(request, body === undefined ? options : { ...options, body })).data;

describe('arguments', () => {
  it.each<[string, unknown, unknown]>([
    ['GET /rpc/add?a=1&b=2', undefined, 3],
    ['GET /rpc/add?a=1', undefined, 11],
    ['POST /rpc/add', { a: 1, b: 2 }, 3],
    ['POST /rpc/add', { b: 5, a: '4' }, 9],
    ['POST /rpc/add?columns=a', { a: 1, b: 2 }, 11],
    ['GET /rpc/plain_record', undefined, { a: 1, b: 'x' }],
    ['GET /rpc/plain_records?n=2', undefined, [{ a: 1 }, { a: 2 }]],
    ['POST /rpc/plain_records?limit=1', { n: 2 }, [{ a: 1 }]],
    ['GET /rpc/greet?who%20is=Ann%22%27', undefined, `Hello Ann"'`],
    ['POST /rpc/greet', { 'who is': 'A\\B' }, 'Hello A\\B'],
    ['GET /rpc/joined?words=a&words=b,"c', undefined, 'a-b,"c'],
    ['POST /rpc/joined', { words: ['a', 'NULL', '{}'] }, 'a-NULL-{}'],
    ['GET /rpc/summed?numbers={1,2,3}', undefined, 6],
    ['POST /rpc/summed', { numbers: [4, 5] }, 9],
    ['POST /rpc/echo', { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ['POST /rpc/echo', [1, 'x'], [1, 'x']],
    [
      'POST /rpc/typed',
      { j: { k: 1 }, m: 'sad', p: { x: 1, z: 'q' }, d: '2024-01-02', c: 'ab' },
      { j: { k: 1 }, m: 'sad', p: { x: 1, y: null, z: 'q' }, d: '2024-01-02', c: 'ab', f: true },
    ],
    [
      'GET /rpc/typed?j={"k":1}&m=sad&p=(1,,q)&d=2024-01-02&c=abc&f=false',
      undefined,
      { j: { k: 1 }, m: 'sad', p: { x: 1, y: null, z: 'q' }, d: '2024-01-02', c: 'abc', f: false },
    ],
  ])('%s %j', async (request, body, expected) => {
    expect(await call(request, body)).toEqual(expected);
  });

  it('takes whole bodies of text, XML and bytes for a single unnamed argument', async () => {
    const typed = (type: string, accept: string) => ({ headers: { 'content-type': type, accept } });
    expect(await call('POST /rpc/echo_text', 'a "b" \\', typed('text/plain', 'text/plain'))).toBe('a "b" \\');
    expect(await call('POST /rpc/echo_xml', '<a>1</a>', typed('text/xml', 'text/xml'))).toBe('<a>1</a>');
    const bytes = Buffer.from([0, 255, 10, 92, 120]);
    const { body, compiled } = await rest.ask('POST /rpc/echo_bytes', {
      ...typed('application/octet-stream', 'application/octet-stream'),
      body: bytes,
    });
    expect(body).toEqual(bytes);
    expect(compiled.contentType).toBe('application/octet-stream');
  });

  it('answers in the type of what comes back, whatever type was sent', async () => {
    const sent = (request: string, type: string, accept: string, body: string) =>
      rest.ask(request, { headers: { 'content-type': type, accept }, body: Buffer.from(body) });
    const { contentType } = (await sent('POST /rpc/echo_text', 'text/plain', '*/*', 'a')).compiled;
    expect(contentType).toBe('application/json; charset=utf-8');
    await expect(sent('POST /rpc/echo_text', 'text/plain', 'text/xml', 'a')).rejects.toMatchObject({
      code: 'PGRST107',
    });
  });

  it('takes the value under the empty name for a single unnamed argument', async () => {
    expect(await call('POST /rpc/echo_text', { '': 'a "b"' })).toBe('a "b"');
    expect(await call('POST /rpc/echo', { '': { a: [1] } })).toEqual({ a: [1] });
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect(await call('POST /rpc/echo_text', '=words', form)).toBe('words');
  });

  it('takes forms and a CSV of one row, and no lists', async () => {
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect(await call('POST /rpc/add', 'a=1&b=2', form)).toBe(3);
    expect(await call('POST /rpc/add', 'a,b\n3,4', { headers: { 'content-type': 'text/csv' } })).toBe(7);
    await expect(call('POST /rpc/add', [{ a: 1 }])).rejects.toMatchObject({ code: 'PGRST102' });
  });

  it('says which functions there are not', async () => {
    await expect(call('POST /rpc/ad', { a: 1 })).rejects.toMatchObject({ code: 'PGRST202', status: 404 });
    await expect(call('GET /rpc/add?a=x')).rejects.toMatchObject({ code: '22P02' });
  });
});

describe('results', () => {
  it.each<[string, unknown]>([
    ['GET /rpc/nil', null],
    ['GET /rpc/evens?upto=6', [2, 4, 6]],
    ['GET /rpc/evens?upto=6&limit=1&offset=1', [4]],
    ['GET /rpc/evens?upto=0', []],
    ['GET /rpc/one_task?id=1&select=id,title', { id: 1, title: 'Draw' }],
    ['GET /rpc/both_ways?a=1', { a: 2, b: 'b' }],
    ['GET /rpc/single_out', { answer: 42 }],
    [
      'GET /rpc/pairs?n=2',
      [
        { i: 1, label: 'n1' },
        { i: 2, label: 'n2' },
      ],
    ],
    [
      'GET /rpc/pairs?n=3&i=gt.1&select=label,n:i&order=i.desc',
      [
        { label: 'n3', n: 3 },
        { label: 'n2', n: 2 },
      ],
    ],
    [
      'GET /rpc/all_tasks?min_id=3&select=id,shout,projects(name)&order=id',
      [
        { id: 3, shout: 'SELL', projects: { name: 'Beta' } },
        { id: 4, shout: 'REST', projects: null },
      ],
    ],
    [
      'GET /rpc/all_tasks?projects.name=eq.Beta&select=id,projects!inner(name)',
      [{ id: 3, projects: { name: 'Beta' } }],
    ],
    ['POST /rpc/all_tasks?id=lt.2&select=id', [{ id: 1 }]],
  ])('%s', async (request, expected) => {
    expect(await call(request)).toEqual(expected);
  });

  it('counts all rows of a function that runs once', async () => {
    const prefer = { headers: { prefer: 'count=exact' } };
    expect(
      await rest.ask('GET /rpc/all_tasks?select=id,shout,users(name)&order=id&limit=1&id=gt.1', prefer),
    ).toMatchObject({
      total: 3,
      page: 1,
      data: [{ id: 2, shout: 'PAINT', users: [{ name: 'Ann' }, { name: 'Bob' }] }],
    });
    expect(await rest.ask('GET /rpc/evens?upto=10&limit=2', prefer)).toMatchObject({
      total: 5,
      page: 2,
      data: [2, 4],
    });
    expect(await rest.ask('GET /rpc/pairs?n=4&limit=1', prefer)).toMatchObject({
      total: 4,
      data: [{ i: 1, label: 'n1' }],
    });
    expect(await rest.ask('GET /rpc/add?a=1', prefer)).toMatchObject({ total: 1, data: 11 });
  });

  it('gives nothing for void, and one object or the bare value where that is asked for', async () => {
    expect(await rest.ask('POST /rpc/nothing')).toMatchObject({ body: null });
    const single = { headers: { accept: 'application/vnd.pgrst.object+json' } };
    expect(await call('GET /rpc/pairs?n=1', undefined, single)).toEqual({ i: 1, label: 'n1' });
    expect(await call('GET /rpc/add?a=1', undefined, single)).toBe(11);
    await expect(call('GET /rpc/pairs?n=2', undefined, single)).rejects.toMatchObject({ code: 'PGRST116' });
  });

  it('hands on what a function sets for the answer', async () => {
    expect(await rest.ask('POST /rpc/respond')).toMatchObject({ headers: '[{"x-a":"b"}]', status: '418' });
  });
});

describe('transactions', () => {
  it('may write by POST if the function is volatile, never by GET', async () => {
    expect(rest.compile('POST /rpc/bump')).toMatchObject({ readOnly: false, pool: 'long' });
    expect(rest.compile('POST /rpc/add', { body: { a: 1 } })).toMatchObject({ readOnly: true });
    expect(await call('POST /rpc/bump')).toBe(1);
    await expect(call('GET /rpc/bump')).rejects.toMatchObject({ code: '25006' });
  });

  it('takes over the function’s own settings', async () => {
    const { settings } = rest.compile('GET /rpc/slow_setting');
    expect(settings.values).toContain('7s');
    expect(await call('GET /rpc/slow_setting')).toBe('7s');
  });

  it('bounds how many rows a function may give', async () => {
    const strict = { headers: { prefer: 'handling=strict,max-affected=2' } };
    await expect(call('POST /rpc/pairs', { n: 3 }, strict)).rejects.toMatchObject({ code: 'PGRST124' });
    await expect(call('POST /rpc/add', { a: 3 }, strict)).rejects.toMatchObject({ code: 'PGRST128' });
  });
});
