import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestRest, type TestRest } from '../rest-for-test.ts';

const SCHEMA = String.raw`
create table items (id int primary key, text text, "odd, ""name" text[], data jsonb);
insert into items values
  (1, 'plain', '{a,b}', '{"a":null,"b":{"c":null,"d":1}}'),
  (2, E'quote " comma , back \\ slash\nline', '{"x y",null}', null),
  (3, '', null, '"\\"'),
  (4, null, '{}', 'null');
grant select on items to service_role;
create domain "image/png" as bytea;
create domain "text/html" as text;
create domain "application/x-lines" as text;
create domain "application/x-items" as bytea;
create function pixel() returns "image/png" language sql immutable as $$ select '\x8950'::bytea $$;
create function page(title text) returns "text/html" language sql immutable as $$ select '<h1>' || title || '</h1>' $$;
create function add_line(state text, next anyelement) returns "application/x-lines" language sql immutable as
  $$ select state || (to_jsonb(next) ->> 'id') || E'\n' $$;
create aggregate lines(anyelement) (initcond = '', stype = "application/x-lines", sfunc = add_line);
create function add_item(state "application/x-items", next items) returns "application/x-items" language sql immutable as
  $$ select (state || decode(lpad(to_hex(next.id), 2, '0'), 'hex'))::public."application/x-items" $$;
create aggregate item_bytes(items) (initcond = '', stype = "application/x-items", sfunc = add_item);
create function number() returns int language sql immutable as 'select 5';
create domain "*/*" as bytea;
create domain "application/json" as text;
create table notes (id int primary key, body text);
insert into notes values (1, 'one'), (2, 'two');
grant select on notes to service_role;
create function any_pixel() returns "*/*" language plpgsql stable as $$ begin
  perform set_config('response.headers', json_build_array(json_build_object('content-type',
    current_setting('request.headers')::json ->> 'accept'))::text, true);
  return '\x8950'::bytea;
end $$;
create function own_json() returns "application/json" language sql stable as $$ select '{"own":true}' $$;
create function add_note(state "*/*", next notes) returns "*/*" language sql immutable as
  $$ select (state || convert_to(next.body, 'UTF8'))::public."*/*" $$;
create aggregate note_bytes(notes) (initcond = '', stype = "*/*", sfunc = add_note);
create function add_json(state "application/json", next items) returns "application/json" language sql immutable as
  $$ select (state || next.id)::public."application/json" $$;
create aggregate item_json(items) (initcond = '', stype = "application/json", sfunc = add_json);
create function words() returns setof text language sql immutable as $$ select unnest('{a,b}'::text[]) $$;
`;

const cluster = useTestCluster();
let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest(cluster, SCHEMA, { inForce: { planEnabled: true } });
});
afterAll(() => rest?.close());
const ask = (url: string, accept: string) => rest.ask(`GET ${url}`, { headers: { accept } });
const text = async (url: string, accept: string) => (await ask(url, accept)).body?.toString('utf8');

describe('JSON', () => {
  const object = 'application/vnd.pgrst.object+json';

  it('gives the one row as an object, or says how many there are', async () => {
    expect(await ask('/items?id=eq.1&select=id,text', object)).toMatchObject({
      data: { id: 1, text: 'plain' },
    });
    await expect(ask('/items?id=lt.3', object)).rejects.toMatchObject({
      code: 'PGRST116',
      details: 'The result contains 2 rows',
    });
    await expect(ask('/items?id=eq.9', object)).rejects.toMatchObject({ code: 'PGRST116', status: 406 });
  });

  it('leaves keys without a value away', async () => {
    const select = '/items?select=id,text,data&id=in.(1,4)&order=id';
    const stripped = await ask(select, 'application/vnd.pgrst.array+json;nulls=stripped');
    expect(stripped.data).toEqual([{ id: 1, text: 'plain', data: { b: { d: 1 } } }, { id: 4 }]);
    expect(stripped.compiled.contentType).toBe(
      'application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8',
    );
    expect((await ask('/items?id=eq.4&select=id,text', `${object};nulls=stripped`)).data).toEqual({ id: 4 });
  });
});

describe('CSV', () => {
  it('quotes what needs it and keeps backslashes', async () => {
    expect(await text('/items?order=id&select=id,text,"odd, \\"name"', 'text/csv')).toBe(
      [
        'id,text,"odd, ""name"',
        '1,plain,"{a,b}"',
        '2,"quote "" comma , back \\ slash\nline","{""x y"",NULL}"',
        '3,"",',
        '4,,{}',
      ].join('\n'),
    );
  });

  it('has its header without rows, for stars and for functions too', async () => {
    expect(await text('/items?id=eq.9', 'text/csv')).toBe('id,text,"odd, ""name",data');
    expect(await text('/rpc/words', 'text/csv')).toBe('words\na\nb');
  });
});

describe('plans', () => {
  it('explains the statement in text or JSON', async () => {
    const plan = await ask('/items?id=eq.1', 'application/vnd.pgrst.plan; options=analyze|buffers|verbose');
    expect(plan.compiled).toMatchObject({ isPlan: true, pool: 'long' });
    expect(plan.compiled.contentType).toBe(
      'application/vnd.pgrst.plan+text; for="application/json"; options=analyze|buffers|verbose; charset=utf-8',
    );
    expect(plan.body?.toString()).toMatch(/Aggregate[\s\S]*actual[\s\S]*items/);
    const json = await ask('/items', 'application/vnd.pgrst.plan+json; for="text/csv"');
    expect(json.data).toEqual([{ Plan: expect.objectContaining({ 'Node Type': 'Aggregate' }) }]);
  });

  it('is refused unless the settings allow it', async () => {
    const closed = { ...rest.cache.settings, planEnabled: false };
    const { settings } = rest.cache;
    rest.cache.settings = closed;
    await expect(ask('/items', 'application/vnd.pgrst.plan+json')).rejects.toMatchObject({
      code: 'PGRST107',
    });
    rest.cache.settings = settings;
  });
});

describe('other media types', () => {
  it('gives a function’s one value as it is', async () => {
    expect(await text('/rpc/number', 'text/plain')).toBe('5');
    await expect(ask('/rpc/words', 'text/plain')).rejects.toMatchObject({ code: 'PGRST107' });
    await expect(ask('/items', 'application/octet-stream')).rejects.toMatchObject({ code: 'PGRST107' });
  });

  it('answers in the type that a domain is named after', async () => {
    const pixel = await ask('/rpc/pixel', 'image/png');
    expect(pixel.body).toEqual(Buffer.from([0x89, 0x50]));
    expect(pixel.compiled.contentType).toBe('image/png');
    expect((await ask('/rpc/pixel', '*/*')).compiled.contentType).toBe('image/png');
    const page = await ask('/rpc/page?title=%C3%BC', 'text/html,*/*');
    expect(page.body?.toString()).toBe('<h1>ü</h1>');
    expect(page.compiled.contentType).toBe('text/html; charset=utf-8');
    await expect(ask('/rpc/pixel', 'text/html')).rejects.toMatchObject({ code: 'PGRST107' });
  });

  it('hands rows to an aggregate for any relation or for this one', async () => {
    expect(await text('/items?select=id&order=id.desc&limit=2', 'application/x-lines')).toBe('4\n3\n');
    const bytes = await ask('/items?order=id&id=lt.4', 'application/x-items');
    expect(bytes.body).toEqual(Buffer.from([1, 2, 3]));
    expect(bytes.compiled.contentType).toBe('application/x-items');
  });

  it('hands every type to a function for any, which says what it made', async () => {
    const pixel = await ask('/rpc/any_pixel', 'image/x-any');
    expect(pixel.body).toEqual(Buffer.from([0x89, 0x50]));
    expect(pixel.compiled.contentType).toBe('application/octet-stream');
    expect(pixel.headers).toBe('[{"content-type" : "image/x-any"}]');
    for (const accept of ['*/*', 'application/json', 'text/csv'])
      expect((await ask('/rpc/any_pixel', accept)).body).toEqual(Buffer.from([0x89, 0x50]));
  });

  it('hands the whole rows of a table to its aggregate for any type, and chosen columns to no one', async () => {
    for (const accept of ['image/x-any', 'application/json', '*/*'])
      expect(await text('/notes?order=id.desc', accept)).toBe('twoone');
    expect((await ask('/notes?select=id&id=eq.1', 'application/json')).data).toEqual([{ id: 1 }]);
    expect((await ask('/notes?id=eq.1', 'application/vnd.pgrst.object+json')).data).toMatchObject({ id: 1 });
    await expect(ask('/notes?select=id', 'image/x-any')).rejects.toMatchObject({ code: 'PGRST107' });
  });

  it('lets a function and a table have JSON of their own', async () => {
    const own = await ask('/rpc/own_json', 'application/json');
    expect(own).toMatchObject({
      data: { own: true },
      compiled: { contentType: 'application/json; charset=utf-8' },
    });
    expect(await text('/items?order=id', 'application/json')).toBe('1234');
    expect((await ask('/items?id=eq.1&select=id', 'application/json')).data).toEqual([{ id: 1 }]);
  });

  it('takes the first that can be made and names all that cannot', async () => {
    expect((await ask('/items?id=eq.1', 'application/pdf, text/csv')).compiled.contentType).toBe(
      'text/csv; charset=utf-8',
    );
    await expect(ask('/items', 'application/pdf, image/png')).rejects.toMatchObject({
      code: 'PGRST107',
      message: 'None of these media types are available: application/pdf, image/png',
    });
    // There is no PostGIS here.
    await expect(ask('/items', 'application/geo+json')).rejects.toMatchObject({ code: 'PGRST107' });
  });
});
