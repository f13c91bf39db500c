import { useTestCluster } from '@basalt/clusters/testing';
import type pg from 'pg';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { connect, withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { databaseSize, readDatabaseReport } from './database-report.ts';
import { endQuery } from './end-query.ts';
import { endIdleConnections, type IdleKind, listConnections } from './idle-connections.ts';
import { listRunningQueries } from './running-queries.ts';
import { listSlowQueries } from './slow-queries.ts';

const cluster = useTestCluster();
let admin: ConnectionTarget;
const open: pg.Client[] = [];

beforeAll(async () => {
  admin = await cluster.createDatabase();
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.end().catch(() => {});
});

async function client(user: string): Promise<pg.Client> {
  const opened = await connect({ ...admin, user, applicationName: `test of ${user}` });
  open.push(opened);
  return opened;
}

const running = () => withClient(admin, listRunningQueries);
const end = (how: 'cancel' | 'terminate', name: Parameters<typeof endQuery>[2]) =>
  withClient(admin, (asked) => endQuery(asked, how, name));

/** Starts a statement and waits until the list shows it. */
async function start(user: string, sql: string) {
  const result = (await client(user)).query(sql).then(
    () => 'finished',
    (error: { code: string }) => error.code,
  );
  const found = await vi.waitFor(async () => {
    const query = (await running()).find((each) => each.query === sql);
    if (query === undefined) throw new Error('It does not run yet.');
    return query;
  }, 20_000);
  return { result, found };
}

describe('running queries', () => {
  it('are those of clients at work, with who waits for whom', async () => {
    const holder = await client('postgres');
    await holder.query('begin; lock table auth.users in access share mode');
    await client('postgres');
    const { found } = await start(
      'supabase_auth_admin',
      'begin; lock table auth.users in access exclusive mode',
    );
    const blocker = await vi.waitFor(async () => {
      const [blocked] = (await running()).filter(({ pid }) => pid === found.pid);
      expect(blocked?.waitsFor).toBe('Lock: relation');
      return blocked?.blockedBy;
    });
    const all = await running();
    expect(all).toHaveLength(2);
    expect(all[0]).toMatchObject({
      user: 'postgres',
      state: 'idle in transaction',
      waitsFor: null,
      blockedBy: [],
    });
    expect(blocker).toEqual([all[0]?.pid]);
    expect(found).toMatchObject({
      user: 'supabase_auth_admin',
      application: 'test of supabase_auth_admin',
      state: 'active',
      isSuperuser: false,
    });
  });

  it('can be cancelled, by pid and the time of the connection together', async () => {
    const { found, result } = await start('authenticator', 'select pg_sleep(601)');
    const { pid, connectedAt } = found;
    expect(connectedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(await end('cancel', { pid, connectedAt: connectedAt.replace(/\d{4}/, '2001') })).toBe('gone');
    expect(await end('terminate', { pid, connectedAt: "' or true --" })).toBe('gone');
    expect((await running()).map((query) => query.pid)).toContain(pid);
    expect(await end('cancel', { pid, connectedAt })).toBe('ended');
    expect(await result).toBe('57014');
    await vi.waitFor(async () => expect(await end('cancel', { pid, connectedAt })).toBe('gone'));
  });

  it('can be ended with their connection', async () => {
    const { found, result } = await start('postgres', 'select pg_sleep(602)');
    expect(await end('terminate', found)).toBe('ended');
    expect(await result).toBe('57P01');
    await vi.waitFor(async () => expect(await running()).toEqual([]), 10_000);
  });

  it('of a superuser are left alone', async () => {
    const { found } = await start('supabase_admin', 'select pg_sleep(603)');
    expect(found.isSuperuser).toBe(true);
    expect(await end('cancel', found)).toBe('protected');
    expect(await end('terminate', found)).toBe('protected');
    expect((await running()).map(({ pid }) => pid)).toContain(found.pid);
    await withClient(admin, (asked) => asked.query('select pg_terminate_backend($1)', [found.pid]));
  });
});

describe('idle connections', () => {
  const LEFT_OUT = ['authenticator'];
  const kind: IdleKind = { user: 'postgres', database: '', application: 'shop', client: null };
  const list = async () => {
    const found = await withClient(admin, (asked) => listConnections(asked, LEFT_OUT, 'postgres'));
    return { ...found, idle: found.idle.filter(({ database }) => database === admin.database) };
  };
  const shop = async () => {
    const opened = await connect({ ...admin, user: 'postgres', applicationName: 'shop' });
    open.push(opened);
    await opened.query("select 'last'");
  };
  const endIdle = (which: Partial<IdleKind>) =>
    withClient(admin, (asked) =>
      endIdleConnections(asked, LEFT_OUT, { ...kind, database: admin.database, ...which }),
    );

  it('are those that wait outside of a transaction, without those of services', async () => {
    const before = await list();
    await shop();
    await client('authenticator');
    await client('supabase_admin');
    await (await client('postgres')).query('begin');
    const { used, limit, idle } = await list();
    expect(used - before.used).toBe(2);
    expect(limit).toBeGreaterThan(50);
    expect(idle).toMatchObject([
      { ...kind, database: admin.database, query: "select 'last'", connectedAt: expect.any(String) },
    ]);
  });

  it('can be closed one by one, or all of a kind', async () => {
    for (let each = 0; each < 4; each++) await shop();
    await (await client('postgres')).query('select');
    const [first, second] = (await list()).idle.filter(({ application }) => application === 'shop');
    const name = { pid: first?.pid ?? 0, connectedAt: first?.connectedAt ?? '' };
    expect(await endIdle({ connection: { ...name, connectedAt: second?.connectedAt ?? '' } })).toBe(0);
    expect(await endIdle({ connection: name })).toBe(1);
    expect(await endIdle({ client: '10.0.0.1' })).toBe(0);
    expect(await endIdle({ user: 'authenticator', application: 'test of authenticator' })).toBe(0);
    await vi.waitFor(async () => expect((await list()).idle).toHaveLength(4));
    expect(await endIdle({})).toBe(3);
    await vi.waitFor(async () =>
      expect((await list()).idle).toMatchObject([{ application: 'test of postgres' }]),
    );
  });

  it('at work, in a transaction or of a superuser are left alone', async () => {
    const { found } = await start('postgres', 'select pg_sleep(604)');
    await (await client('postgres')).query('begin');
    expect(await endIdle({ application: 'test of postgres' })).toBe(0);
    await client('supabase_admin');
    expect(await endIdle({ user: 'supabase_admin', application: 'test of supabase_admin' })).toBe(0);
    expect(await end('terminate', found)).toBe('ended');
  });
});

describe('the report', () => {
  it('counts connections, sizes and hits', async () => {
    const owner = await client('postgres');
    await owner.query('create table public.big as select i, md5(i::text) from generate_series(1, 20000) i');
    await owner.query('analyze public.big');
    await owner.query('begin');
    const report = await withClient(admin, readDatabaseReport);
    expect(report.connections.max).toBeGreaterThanOrEqual(report.connections.used);
    expect(report.connections.byUser).toContainEqual({ user: 'postgres', active: 1, idle: 0 });
    expect(report.size).toBeGreaterThan(1_000_000);
    expect(report.largest[0]).toMatchObject({ schema: 'public', name: 'big', rowsEstimate: 20_000 });
    expect(report.largest.length).toBeLessThanOrEqual(10);
    for (const share of Object.values(report.cacheHit))
      if (share !== null) expect(share).toSatisfy((value: number) => value >= 0 && value <= 1);
  });

  it('does not wait for a table that is being rewritten', async () => {
    const owner = await client('postgres');
    await owner.query('create table public.locked (); begin; lock table public.locked');
    const report = await withClient(admin, readDatabaseReport);
    expect(report.largest.map(({ name }) => name)).not.toContain('locked');
  });

  it('lists the statements that took most time, without their values, and none of ours', async () => {
    await (await client('postgres')).query("select 'a secret', pg_sleep(0.02)");
    const slow = await withClient(admin, listSlowQueries);
    expect(slow?.find(({ query }) => query.includes('pg_sleep'))).toMatchObject({
      query: 'select $1, pg_sleep($2)',
      calls: 1,
      rows: 1,
      user: 'postgres',
    });
    expect(slow?.filter(({ user }) => user === 'supabase_admin')).toEqual([]);
  });

  it('knows no slow queries where nobody records them', async () => {
    await withClient(admin, (asked) => asked.query('drop extension pg_stat_statements'));
    expect(await withClient(admin, listSlowQueries)).toBeNull();
  });
});

describe('databaseSize', () => {
  it('grows with the data', async () => {
    await withClient(await cluster.createDatabase(), async (client) => {
      const before = await databaseSize(client);
      await client.query(
        "create table public.big as select repeat('x', 1000) from generate_series(1, 10000)",
      );
      expect((await databaseSize(client)) - before).toBeGreaterThan(10_000_000);
    });
  });
});
