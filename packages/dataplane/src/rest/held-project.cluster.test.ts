import { useTestCluster } from '@basalt/clusters/testing';
import type { ConnectionTarget } from '@basalt/postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRestApi, type RestApi } from './rest-api-for-test.ts';

const cluster = useTestCluster();
let address: ConnectionTarget;
let api: RestApi;

beforeEach(async () => {
  address = await cluster.createDatabase();
  api = await openRestApi(address);
  await api.sql('create table items (id int primary key); insert into items values (1)');
});
afterEach(() => api?.close());

const status = async (request: string, headers = {}) => (await api.ask(request, { headers })).status;
const connections = () =>
  api.sql(
    `select pid from pg_stat_activity where datname = current_database() and usename = 'authenticator'`,
  );

describe('the schema cache', () => {
  test('follows DDL without being told', async () => {
    expect(await status('GET /later')).toBe(404);
    await api.sql('create table later (id int)');
    await expect.poll(() => status('GET /later')).toBe(200);
    await api.sql('alter table items add column extra text default $$x$$');
    await expect.poll(async () => (await api.ask('GET /items?select=extra')).json).toEqual([{ extra: 'x' }]);
    await api.sql('drop table later');
    await expect.poll(() => status('GET /later')).toBe(404);
  });

  test('is loaded once for all that wait for it', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => status('GET /items')));
    expect(new Set(answers)).toEqual(new Set([200]));
    const listening = await api.sql(
      `select pid from pg_stat_activity where datname = current_database() and usename = 'authenticator' and query ilike '%commit%'`,
    );
    expect(listening.length).toBeLessThanOrEqual(1);
  });

  test('follows the settings of the project at once', async () => {
    expect(await status('GET /items', { 'accept-profile': 'private' })).toBe(406);
    await api.sql(
      'create schema private; create table private.items (id int); grant usage on schema private to service_role; grant all on private.items to service_role',
    );
    api.change({ rest: { dbSchemas: ['private'], dbExtraSearchPath: [], dbMaxRows: 1 } });
    expect(await status('GET /items', { 'accept-profile': 'private' })).toBe(200);
    expect(await status('GET /items', { 'accept-profile': 'public' })).toBe(406);
    api.change({ rest: { dbSchemas: [], dbExtraSearchPath: [], dbMaxRows: 1 } });
    expect(await api.ask('GET /items')).toMatchObject({
      status: 406,
      json: { message: 'The Data API of this project is switched off.' },
    });
  });
});

describe('a database that goes away', () => {
  test('every connection cut: requests are answered again by themselves', async () => {
    expect(await status('GET /items')).toBe(200);
    await api.sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'authenticator'`,
    );
    await expect.poll(() => status('GET /items')).toBe(200);
    await expect.poll(async () => (await connections()).length).toBeGreaterThan(1);
    await api.sql('create table after_the_cut (id int)');
    await expect.poll(() => status('GET /after_the_cut')).toBe(200);
  });

  test('nothing there: 503 that says so, and no path', async () => {
    api.change({ database: { ...address, host: '/nowhere/at/all' } });
    const answer = await api.ask('GET /items');
    expect(answer).toMatchObject({
      status: 503,
      json: { code: 'PGRST002', message: 'Could not query the database for the schema cache. Retrying.' },
    });
    expect(answer.text).not.toContain('nowhere');
    api.change({ database: address });
    expect(await status('GET /items')).toBe(200);
  });

  test('busy: 504', async () => {
    await api.close();
    api = await openRestApi(address, { pipeline: { longConnections: 1, acquireTimeoutMs: 300 } });
    await api.sql('create function slow() returns void language sql as $$ select pg_sleep(3) $$');
    await expect.poll(() => status('OPTIONS /rpc/slow')).toBe(200);
    const [first, second] = await Promise.all([
      api.ask('POST /rpc/slow', { body: {} }),
      api.ask('POST /rpc/slow', { body: {} }),
    ]);
    expect([first.status, second.status].sort()).toEqual([204, 504]);
    expect([first, second].find((answer) => answer.status === 504)?.json).toMatchObject({
      code: 'PGRST003',
      message: 'Timed out acquiring connection from connection pool.',
    });
  });
});

describe('connections', () => {
  test('end when nobody asks any more, and come back', async () => {
    await api.close();
    api = await openRestApi(address, { idleMs: 1_000 });
    expect(await status('GET /items')).toBe(200);
    expect((await connections()).length).toBeGreaterThan(0);
    await expect.poll(connections).toEqual([]);
    expect(await status('GET /items')).toBe(200);
  });

  test.each([
    ['paused', { unavailable: { kind: 'paused', message: 'This project is paused.' } as const }],
    ['gone', null],
  ])('end when the project is %s', async (_what, change) => {
    expect(await status('GET /items')).toBe(200);
    api.change(change);
    await expect.poll(connections).toEqual([]);
    expect(await status('GET /items')).toBe(change === null ? 404 : 503);
    expect(await connections()).toEqual([]);
  });

  const RESTARTING = { unavailable: { kind: 'starting', message: 'It is restarting.' } } as const;

  test('are made anew when all services are restarted', async () => {
    expect(await status('GET /items')).toBe(200);
    const before = await connections();
    api.change({ ...RESTARTING, servicesRestart: 'a restart' });
    await expect.poll(connections).toEqual([]);
    api.change({ unavailable: null });
    expect(await status('GET /items')).toBe(200);
    const after = await connections();
    expect(after.filter(({ pid }) => before.some((one) => one.pid === pid))).toEqual([]);
  });

  test('stay when the database alone is restarted and nothing cuts them', async () => {
    expect(await status('GET /items')).toBe(200);
    const before = await connections();
    api.change(RESTARTING);
    expect(await status('GET /items')).toBe(503);
    api.change({ unavailable: null });
    expect(await status('GET /items')).toBe(200);
    expect(await connections()).toEqual(before);
  });

  test('stay when only keys changed', async () => {
    expect(await status('GET /items')).toBe(200);
    const before = await connections();
    api.change({ revision: '2' });
    expect(await status('GET /items')).toBe(200);
    expect(await connections()).toEqual(before);
  });
});
