import { useTestCluster } from '@basalt/clusters/testing';
import { type ConnectionTarget, withClient } from '@basalt/postgres';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signToken } from '../tokens/sign-token.ts';
import { openRestApi, type RestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let database: ConnectionTarget;
let api: RestApi;

beforeEach(async () => {
  database = await cluster.createDatabase();
  api = await openRestApi(database);
  await api.sql(`create table items (id int primary key); insert into items values (1), (2);
    create function root() returns json language sql stable as $$ select json_build_object('hello', current_user) $$`);
});
afterEach(() => api?.close());

/** As an owner stores them, for this database only. */
async function store(settings: Record<string, string>): Promise<void> {
  const statements = Object.entries(settings).map(
    ([name, value]) => `alter role authenticator in database %I set pgrst.${name} = '${value}'`,
  );
  await api.sql(`do $$ begin
    ${statements.map((statement) => `execute format($f$${statement}$f$, current_database());`).join('\n')}
  end $$; notify pgrst, 'reload config'`);
}

const PLAN = { accept: 'application/vnd.pgrst.plan+json' };

test('stored in the database win, as soon as they are announced', async () => {
  expect((await api.ask('GET /')).status).toBe(200);
  await store({
    client_error_verbosity: 'minimal',
    server_timing_enabled: 'true',
    openapi_mode: 'disabled',
    db_max_rows: '1',
  });
  await expect
    .poll(async () => (await api.ask('GET /')).json)
    .toMatchObject({ code: 'PGRST126', message: 'Root endpoint metadata is disabled' });
  const refused = await api.ask('POST /items', { body: { id: 1 } });
  expect(refused.json).toEqual({ code: '23505', message: expect.stringContaining('items_pkey') });
  const answer = await api.ask('GET /items', { headers: { prefer: 'count=exact' } });
  expect(answer).toMatchObject({ status: 206, headers: { 'content-range': '0-0/2' } });
  expect(answer.headers['server-timing']).toMatch(
    /^jwt;dur=[\d.]+, parse;dur=[\d.]+, plan;dur=[\d.]+, transaction;dur=[\d.]+, response;dur=[\d.]+$/,
  );
  const parts = async (request: string) =>
    String((await api.ask(request)).headers['server-timing']).match(/[a-z]+(?=;dur=)/g);
  expect(await parts('OPTIONS /items')).toEqual(['jwt', 'parse', 'response']);
  await store({ openapi_mode: 'follow-privileges' });
  await expect.poll(() => parts('GET /')).toEqual(['jwt', 'parse', 'plan', 'transaction', 'response']);
});

test('a deadlock is tried again', async () => {
  await api.sql(`create sequence tries; create function meet() returns bigint language plpgsql volatile as
    $$ begin if nextval('tries') < 3 then raise sqlstate '40P01'; end if; return currval('tries'); end $$; notify pgrst, 'reload schema'`);
  await expect.poll(async () => (await api.ask('OPTIONS /rpc/meet')).status).toBe(200);
  expect(await api.ask('POST /rpc/meet', { body: {} })).toMatchObject({ status: 200, json: 3 });
});

test('what another transaction came in between is tried again', async () => {
  await api.sql(`create function count_up() returns int language sql volatile set default_transaction_isolation = 'repeatable read' as
    'update items set id = id + 10 where id % 10 = 1 returning id'; notify pgrst, 'reload schema'`);
  await expect.poll(async () => (await api.ask('OPTIONS /rpc/count_up')).status).toBe(200);
  await withClient(database, async (client) => {
    await client.query('begin; update public.items set id = 21 where id = 1');
    const answer = api.ask('POST /rpc/count_up', { body: {} });
    const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query ~ 'count_up'";
    await expect.poll(async () => (await api.sql(waiting)).length).toBe(1);
    await client.query('commit');
    expect(await answer).toMatchObject({ status: 200, json: 31 });
  });
});

test('an embed with an alias goes by its name with a warning, until that is switched off', async () => {
  await api.sql(`create table parts (id int primary key, item_id int references items); insert into parts values (1, 1), (2, 1);
    notify pgrst, 'reload schema'`);
  const ask = (query: string) => api.ask(`GET /items?select=id,p:parts(id)&id=eq.1&${query}`);
  const found = [{ id: 1, p: [{ id: 2 }] }];
  await expect.poll(async () => (await ask('p.id=gt.1')).json).toEqual(found);
  expect((await ask('p.id=gt.1')).headers).not.toHaveProperty('warning');
  for (const query of ['parts.id=gt.1', 'parts.order=id.desc&parts.limit=1'])
    expect(await ask(query)).toMatchObject({
      status: 200,
      json: found,
      headers: { warning: expect.stringMatching(/^299 - ".*replace parts by p in filters/) },
    });
  await store({ url_use_legacy_target_names: 'false' });
  await expect.poll(async () => (await ask('parts.id=gt.1')).json).toMatchObject({ code: 'PGRST108' });
  expect((await ask('p.id=gt.1')).json).toEqual(found);
});

test('plans and sums, where they are allowed', async () => {
  expect((await api.ask('GET /items', { headers: PLAN })).status).toBe(406);
  await store({ db_plan_enabled: 'true', db_aggregates_enabled: 'true' });
  await expect.poll(async () => (await api.ask('GET /items?select=id.sum()')).json).toEqual([{ sum: 3 }]);
  const plan = await api.ask('GET /items', { headers: PLAN });
  expect(plan).toMatchObject({
    status: 200,
    json: [{ Plan: {} }],
    headers: {
      'content-type': expect.stringContaining('application/vnd.pgrst.plan+json; for="application/json"'),
    },
  });
  const text = await api.ask('GET /items', {
    headers: { accept: 'application/vnd.pgrst.plan; options=verbose' },
  });
  expect(text.text).toMatch(/^Aggregate .*\n {2}Output:/);
});

test('a transaction that may be taken back', async () => {
  const insert = (id: number, prefer: string) =>
    api.ask('POST /items', { body: { id }, headers: { prefer } });
  expect((await insert(3, 'tx=rollback')).headers).not.toHaveProperty('preference-applied');
  // Tokens of the platform, for whoever manages the project, may take it back all the same.
  const tried = await api.ask('POST /items', {
    as: { role: 'service_role', basalt_rolls_back: true },
    body: { id: 4 },
    headers: { prefer: 'tx=rollback' },
  });
  expect(tried).toMatchObject({ status: 201, headers: { 'preference-applied': 'tx=rollback' } });
  expect(await api.sql('select id from items where id = 4')).toEqual([]);
  await store({ db_tx_end: 'commit-allow-override' });
  const known = () =>
    api.ask('PATCH /items?id=eq.0', { body: { id: 0 }, headers: { prefer: 'tx=rollback' } });
  await expect.poll(async () => (await known()).headers['preference-applied']).toBe('tx=rollback');
  expect(await api.sql('select id from items where id > 2')).toContainEqual({ id: 3 });
  const answer = await insert(5, 'tx=rollback, return=representation');
  expect(answer).toMatchObject({ status: 201, json: [{ id: 5 }] });
  expect(await api.sql('select id from items where id = 5')).toEqual([]);
  await api.sql(`create table parts (id int primary key, whole int references parts deferrable initially deferred);
    grant all on parts to service_role; notify pgrst`);
  const part = { body: { id: 1, whole: 9 }, headers: { prefer: 'tx=rollback' } };
  await expect
    .poll(() => api.ask('POST /parts', part))
    .toMatchObject({ status: 409, json: { code: '23503' } });
});

test('times in the zone that is asked for', async () => {
  await api.sql(
    `create view moment as select '2026-07-01 12:00:00+00'::timestamptz as at; grant select on moment to anon; notify pgrst`,
  );
  const at = async (zone: string) =>
    (await api.ask('GET /moment', { as: 'anon', headers: { prefer: `timezone=${zone}` } })).json;
  await expect.poll(() => at('Europe/Berlin')).toEqual([{ at: '2026-07-01T14:00:00+02:00' }]);
  expect(await at('-8')).toEqual([{ at: '2026-07-01T04:00:00-08:00' }]);
  expect(await at('+05:30')).toEqual([{ at: expect.stringMatching(/^2026-07-01T/) }]);
  expect(await at('Nowhere')).toMatchObject({ code: '22023' });
  expect(await at("x'; drop view moment; --")).toMatchObject({ code: '22023' });
});

test('what a pre-request function says of the answer stands, also where the server has words of its own', async () => {
  await api.sql(`create schema rules; grant usage on schema rules to service_role;
    create function rules.say() returns void language sql as
    $$ select set_config('response.headers', '[{"Vary":"Cookie"},{"Content-Type":"application/x-own"}]', true) $$`);
  await store({ db_pre_request: 'say', db_extra_search_path: 'public, rules' });
  const heard = async (query: string) => {
    const { vary, 'content-type': type } = (await api.ask(`GET /items${query}`)).headers;
    return { vary, type };
  };
  const said = { vary: 'Cookie', type: 'application/x-own' };
  await expect.poll(() => heard('')).toEqual(said);
  expect(await heard('?id=eq.99')).toEqual(said);
});

test('a function that answers the root, and a role for nobody', async () => {
  await store({ db_root_spec: 'root' });
  await expect.poll(async () => (await api.ask('GET /')).json).toEqual({ hello: 'service_role' });
  expect((await api.ask('GET /items', { as: 'anon' })).status).toBe(200);
  await store({ db_anon_role: 'authenticated' });
  await expect
    .poll(async () => (await api.ask('GET /', { as: 'anon' })).json)
    .toEqual({ hello: 'authenticated' });
});

test('schemas may have names in any script', async () => {
  await api.sql(`create schema "схема"; grant usage on schema "схема" to service_role;
    create table "схема".items (name text); grant select on "схема".items to service_role`);
  await store({ db_schemas: 'схема,public' });
  const profile = Buffer.from('схема').toString('latin1');
  await expect
    .poll(() => api.ask('GET /items'))
    .toMatchObject({ status: 200, json: [], headers: { 'content-profile': profile } });
  for (const path of ['/items', '/'])
    expect(await api.ask(`GET ${path}`, { headers: { 'accept-profile': profile } })).toMatchObject({
      status: 200,
      headers: { 'content-profile': profile },
    });
  const other = await api.ask('GET /items', { headers: { 'accept-profile': '\u00ff' } });
  expect(other).toMatchObject({ status: 406, json: { code: 'PGRST106' } });
});

test('a search text is read once, not anew for every row', async () => {
  await api.sql('create table texts (body text)');
  await store({ db_plan_enabled: 'true' });
  for (const search of ['fts.a', 'plfts.a', 'wfts(english).a'])
    await expect
      .poll(async () => (await api.ask(`GET /texts?body=${search}`, { headers: PLAN })).text)
      .toContain('InitPlan');
});

test('what tokens must say, and where their role stands', async () => {
  const token = { role: 'anon', aud: 'app', app: { roles: ['guest', 'authenticated'] } };
  const runsAs = async (more: Record<string, unknown> = {}) => {
    const { status, json } = await api.ask('POST /rpc/root', { as: { ...token, ...more }, body: {} });
    return status === 200 ? (json as { hello: string }).hello : (json as { message: string }).message;
  };
  expect(await runsAs({ aud: 'other' })).toBe('anon');
  expect(await runsAs({ aud: 5 })).toBe("The JWT 'aud' claim must be a string or an array of strings");
  await store({ jwt_aud: 'app', jwt_role_claim_key: '.app.roles[1]' });
  await expect.poll(() => runsAs()).toBe('authenticated');
  expect(await runsAs({ aud: ['x', 'app'] })).toBe('authenticated');
  expect(await runsAs({ aud: 'other' })).toBe('JWT not in audience');
  expect(await runsAs({ app: {} })).toBe('The JWT does not name a role');
  expect((await api.ask('GET /items', { as: 'anon' })).status).toBe(200);
});

test('tokens of somebody else, whose secret the settings name, in place of those of the project', async () => {
  const secret = 'of another issuer, also 32 characters';
  const jwk = { kty: 'oct', k: Buffer.from(secret).toString('base64url') };
  const foreign = await signToken({ kid: null, algorithm: 'HS256', jwk }, { role: 'authenticated' });
  const asks = async (as: string | Record<string, unknown>) =>
    (await api.ask('POST /rpc/root', { as, body: {} })).json;
  const runs = { hello: 'authenticated' };
  expect(await asks(foreign)).toMatchObject({ code: 'PGRST301' });
  await store({ jwt_secret: secret });
  await expect.poll(() => asks(foreign)).toEqual(runs);
  expect(await asks({ role: 'authenticated' })).toMatchObject({ code: 'PGRST301' });
  expect((await api.ask('GET /items', { as: 'anon' })).status).toBe(200);
  await store({ jwt_secret: '{"kty":"EC","crv":"none"}' });
  await expect.poll(() => asks(foreign)).toMatchObject({ code: 'PGRST301' });
});

test('pages of origins that the settings do not name get no answer from their browser', async () => {
  const allowed = async (origin: string) => {
    const { headers } = await api.ask('GET /items', { headers: { origin } });
    return headers['access-control-allow-origin'];
  };
  expect(await allowed('https://evil.example')).toBe('*');
  await store({ server_cors_allowed_origins: 'https://a.example, https://b.example' });
  await expect.poll(() => allowed('https://b.example')).toBe('https://b.example');
  expect(await allowed('https://evil.example')).toBe('https://a.example');
  const asked = async (origin: string) => {
    const headers = { origin, 'access-control-request-method': 'POST' };
    const answer = await api.ask('OPTIONS /items', { headers });
    return [answer.status, answer.headers['access-control-allow-origin'], answer.headers.vary];
  };
  const vary = 'Access-Control-Request-Headers, Origin';
  expect(await asked('https://b.example')).toEqual([204, 'https://b.example', vary]);
  expect(await asked('https://evil.example')).toEqual([204, 'https://a.example', vary]);
});

test('a header that tells which answer is to which request', async () => {
  const traced = async (path: string) =>
    (await api.ask(`GET ${path}`, { headers: { 'x-request-id': '42' } })).headers['x-request-id'];
  expect(await traced('/items')).toBeUndefined();
  await store({ server_trace_header: 'X-Request-Id' });
  await expect.poll(() => traced('/items')).toBe('42');
  expect(await traced('/no_items')).toBe('42');
  expect((await api.ask('GET /items')).headers).not.toHaveProperty('x-request-id');
});
