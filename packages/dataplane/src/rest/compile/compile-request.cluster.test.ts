import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AskOptions, openTestRest, type TestRest } from './rest-for-test.ts';

const SCHEMA = `
create schema "Odd, ""schema";
grant usage on schema "Odd, ""schema" to anon, service_role;
create table "Odd, ""schema"."my table" (id int primary key);
grant all on "Odd, ""schema"."my table" to service_role;
create table notes (id int primary key, owner uuid, text text);
create policy own on notes for all to authenticated using (owner = (select auth.uid())) with check (owner = (select auth.uid()));
grant all on notes to anon, authenticated, service_role;
insert into notes values (1, '00000000-0000-0000-0000-000000000001', 'mine'), (2, '00000000-0000-0000-0000-000000000002', 'yours');
create function seen() returns json language sql stable as $$ select json_build_object(
  'user', current_user, 'session', session_user, 'claims', current_setting('request.jwt.claims')::json, 'method', current_setting('request.method'),
  'path', current_setting('request.path'), 'headers', current_setting('request.headers')::json, 'cookies', current_setting('request.cookies')::json,
  'search_path', current_setting('search_path'), 'timeout', current_setting('statement_timeout'), 'zone', current_setting('timezone'),
  'isolation', current_setting('transaction_isolation'), 'read_only', current_setting('transaction_read_only')) $$;
create function seen_by_post() returns json language sql volatile as $$ select public.seen() $$;
create function notes_of(who uuid) returns setof notes language plpgsql as $$ begin
  perform set_config('request.jwt.claims', json_build_object('sub', who)::text, true);
  return query select * from public.notes;
end $$;
create function gate() returns void language plpgsql as $$ begin
  if current_setting('request.headers')::json ->> 'x-as' is not null then
    perform set_config('request.jwt.claims', json_build_object('sub', current_setting('request.headers')::json ->> 'x-as')::text, true);
  end if;
  if current_setting('request.headers')::json ->> 'x-stop' is not null then
    raise sqlstate 'PT402' using message = 'pay first';
  end if;
  perform set_config('response.headers', '[{"x-gate":"open"}]', true);
end $$;
create table audit (who text);
`;
const USER = '00000000-0000-0000-0000-000000000001';
const OTHER = '00000000-0000-0000-0000-000000000002';

const cluster = useTestCluster();
let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest(cluster, SCHEMA, {
    dbSchemas: ['public', 'Odd, "schema'],
    inForce: { preRequest: { schema: 'public', name: 'gate' } },
  });
});
afterAll(() => rest?.close());
const seen = async (request: string, options: AskOptions = {}) =>
  (await rest.ask(request, options)).data as Record<string, unknown>;

describe('what SQL sees of a request', () => {
  it('is the role, the claims and the HTTP request', async () => {
    const options = { role: 'authenticated', claims: { sub: USER }, headers: { 'x-a': `"'$1\\` } };
    expect(await seen('GET /rpc/seen?', options)).toMatchObject({
      user: 'authenticated',
      session: 'authenticator',
      claims: { sub: USER, role: 'authenticated' },
      method: 'GET',
      path: '/rpc/seen',
      headers: { 'x-a': `"'$1\\` },
      cookies: {},
      search_path: '"public", "extensions"',
      timeout: '8s',
      read_only: 'on',
      isolation: 'read committed',
    });
    expect(await seen('POST /rpc/seen_by_post', { role: 'anon' })).toMatchObject({
      user: 'anon',
      timeout: '3s',
      read_only: 'off',
    });
  });

  it('ends with the request', async () => {
    await seen('GET /rpc/seen', { role: 'authenticated', claims: { sub: USER } });
    expect(await seen('GET /rpc/seen', { role: 'anon' })).toMatchObject({
      claims: { role: 'anon' },
      headers: {},
    });
  });

  it('has the time zone that is preferred, if there is such a one', async () => {
    const zone = (name: string) => ({ headers: { prefer: `timezone=${name}` } });
    expect(await seen('GET /rpc/seen', zone('Asia/Tokyo'))).toMatchObject({ zone: 'Asia/Tokyo' });
    await expect(seen('GET /rpc/seen', zone('Mars/Base'))).rejects.toMatchObject({
      code: '22023',
    });
  });

  it('is in the isolation and with the settings of the role', async () => {
    const own = await openTestRest(
      cluster,
      `${SCHEMA} do $$ begin
      execute format('alter role anon in database %I set default_transaction_isolation = %L', current_database(), 'repeatable read');
      execute format('alter role anon in database %I set statement_timeout = %L', current_database(), '4s');
    end $$;`,
    );
    const expected = { isolation: 'repeatable read', timeout: '4s' };
    const object = { accept: 'application/vnd.pgrst.object+json' };
    const asked = [
      await own.ask('GET /rpc/seen', { role: 'anon' }),
      await own.ask('POST /rpc/seen_by_post', { role: 'anon', headers: object }),
      await own.ask('GET /rpc/seen', { role: 'authenticated' }),
    ];
    await own.close();
    expect(asked.map(({ data }) => data)).toEqual([
      expect.objectContaining(expected),
      expect.objectContaining(expected),
      expect.objectContaining({ isolation: 'read committed', timeout: '8s' }),
    ]);
  });

  it('is the chosen schema, and no other', async () => {
    const odd = { headers: { 'accept-profile': 'Odd, "schema', 'content-profile': 'Odd, "schema' } };
    expect(await rest.ask('POST /my%20table', { ...odd, body: { id: 4 } })).toMatchObject({ page: 1 });
    expect((await rest.ask('GET /my%20table', odd)).data).toEqual([{ id: 4 }]);
    await expect(rest.ask('GET /x', { headers: { 'accept-profile': 'auth' } })).rejects.toMatchObject({
      code: 'PGRST106',
      hint: 'Only the following schemas are exposed: public, Odd, "schema',
    });
  });
});

describe('safety', () => {
  it('leaves it to policies which rows a user sees', async () => {
    const me = { role: 'authenticated', claims: { sub: USER } };
    expect((await rest.ask('GET /notes?select=id', me)).data).toEqual([{ id: 1 }]);
    expect((await rest.ask('GET /notes', { role: 'anon' })).data).toEqual([]);
    const plain = await openTestRest(cluster, SCHEMA);
    expect((await plain.ask('GET /notes?select=id', me)).data).toEqual([{ id: 1 }]);
    expect((await plain.ask('GET /notes', { role: 'authenticated' })).data).toEqual([]);
    await plain.close();
  });

  it('lets functions of the project act for somebody else', async () => {
    const me = { role: 'authenticated', claims: { sub: USER } };
    const others = [{ id: 2 }];
    const inRequest = await rest.ask('GET /notes?select=id', { ...me, headers: { 'x-as': OTHER } });
    expect(inRequest.data).toEqual(others);
    expect((await rest.ask(`POST /rpc/notes_of?select=id`, { ...me, body: { who: OTHER } })).data).toEqual(
      others,
    );
  });

  it('leaves it to policies which rows a user writes', async () => {
    const me = { role: 'authenticated', claims: { sub: USER } };
    await expect(
      rest.ask('POST /notes', { ...me, body: { id: 3, owner: USER.replace(/1$/, '2') } }),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await rest.ask('PATCH /notes?id=eq.2', { ...me, body: { text: 'taken' } })).toMatchObject({
      page: 0,
    });
  });

  it('asks the function that may refuse first', async () => {
    expect(await rest.ask('GET /notes')).toMatchObject({ headers: '[{"x-gate":"open"}]' });
    await expect(rest.ask('GET /notes', { headers: { 'x-stop': '1' } })).rejects.toMatchObject({
      code: 'PT402',
      message: 'pay first',
    });
  });

  it('cannot take over a role that is not granted', async () => {
    await expect(rest.ask('GET /notes', { role: 'postgres' })).rejects.toMatchObject({ code: '42501' });
    await expect(rest.ask('GET /notes', { role: `nobody"'` })).rejects.toMatchObject({ code: '22023' });
  });
});
