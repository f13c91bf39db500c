import { useTestCluster } from '@basalt/clusters/testing';
import { type ConnectionTarget, withClient } from '@basalt/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRestApi, type RestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let address: ConnectionTarget;
let api: RestApi;

beforeEach(async () => {
  address = await cluster.createDatabase();
  api = await openRestApi(address);
  await api.sql(`create table items (id int primary key); insert into items values (1);
    create function nap() returns void language sql as 'select pg_sleep(60)'`);
  expect((await api.ask('GET /items')).status).toBe(200);
});
afterEach(() => api?.close());

/** From outside the project's database. */
const fromOutside = (text: string) => withClient(cluster.adminAddress, (client) => client.query(text));
const cutConnections = () =>
  fromOutside(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${address.database}' and usename = 'authenticator'`);

/** What a request is told once the cut connections are known to be gone. Whatever it is told before, it is 503. */
async function refusal(as: 'service' | 'anon'): Promise<unknown> {
  for (;;) {
    const { status, json } = await api.ask('GET /items', { as });
    expect(status).toBe(503);
    const { code } = json as { code: string };
    if (code !== '57P01') return code;
  }
}

describe('PGRST000: the database lets nobody in', () => {
  const change = (what: string) => fromOutside(what.replace('DATABASE', `database "${address.database}"`));

  test.each([
    ['alter DATABASE with allow_connections false', 'alter DATABASE with allow_connections true', 'PGRST000'],
    ['revoke connect on DATABASE from public', 'grant connect on DATABASE to public', 'PGRST000'],
    ['alter DATABASE with connection limit 0', 'alter DATABASE with connection limit -1', '53300'],
  ])('%s', async (close, open, code) => {
    await change(close);
    await cutConnections();
    expect(await refusal('service')).toBe(code);
    expect(await refusal('anon')).toBe(code);
    await change(open);
    await expect.poll(async () => (await api.ask('GET /items')).status).toBe(200);
  });
});

test('57P01: an operator ends a query', async () => {
  const asleep = api.ask('POST /rpc/nap', { body: {} });
  const sleeping =
    "select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
  await expect.poll(() => api.sql(sleeping)).toHaveLength(1);
  await cutConnections();
  expect(await asleep).toMatchObject({ status: 503, json: { code: '57P01' } });
});

test('PGRST300: there is no key to check tokens with', async () => {
  api.change({ verificationKeys: [] });
  expect(await api.ask('GET /items', { as: { role: 'authenticated' } })).toMatchObject({
    status: 500,
    json: { code: 'PGRST300', message: 'Server lacks JWT secret' },
  });
  expect((await api.ask('GET /items')).status).toBe(200);
});

test('PGRST302: nobody is let in anonymously', async () => {
  await api.sql(`do $$ begin
    execute format('alter role authenticator in database %I set pgrst.db_anon_role = %L', current_database(), '');
    end $$; notify pgrst, 'reload config'`);
  await expect
    .poll(() => api.ask('GET /items', { as: 'anon' }))
    .toMatchObject({
      status: 401,
      json: { code: 'PGRST302', message: 'Anonymous access is disabled' },
      headers: { 'www-authenticate': 'Bearer' },
    });
  expect((await api.ask('GET /items')).status).toBe(200);
});

test('PGRST127: what is not built says so', async () => {
  const columns = Array.from({ length: 1700 }, (_, index) => `c${index}:id`);
  expect(await api.ask(`GET /items?select=${columns}`)).toMatchObject({
    status: 400,
    json: { code: 'PGRST127', message: 'Feature not implemented' },
  });
});
