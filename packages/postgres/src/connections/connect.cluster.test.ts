import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cancelBackend } from './cancel.ts';
import { connect, withClient } from './connect.ts';
import { withSetting } from './connection-target.ts';
import { createPool } from './pool.ts';

const cluster = useTestCluster();

afterEach(() => vi.unstubAllEnvs());

describe('withClient', () => {
  it('answers values that are ready for JSON, or all as text', async () => {
    const sql = "select 1 as a, 2::int8 as b, now() is null as c, '2024-01-01'::date as d, array[1] as e";
    const read = (values: 'json' | 'text') =>
      withClient(cluster.adminAddress, async (client) => (await client.query(sql)).rows[0], { values });
    expect(await read('json')).toEqual({ a: 1, b: 2, c: false, d: '2024-01-01', e: [1] });
    expect(await read('text')).toEqual({ a: '1', b: '2', c: 'f', d: '2024-01-01', e: '{1}' });
  });

  it('says what the server said', async () => {
    const failing = withClient(cluster.adminAddress, (client) => client.query('select * from nowhere'));
    await expect(failing).rejects.toMatchObject({ name: 'QueryError', code: '42P01', position: 15 });
    await expect(connect({ ...cluster.adminAddress, database: 'nowhere' })).rejects.toMatchObject({
      code: '3D000',
    });
  });

  it('leaves errors of the caller alone', async () => {
    const bug = new TypeError('bug');
    await expect(withClient(cluster.adminAddress, () => Promise.reject(bug))).rejects.toBe(bug);
  });

  it('takes nothing from the environment', async () => {
    vi.stubEnv('PGSSLMODE', 'require');
    vi.stubEnv('PGOPTIONS', '-c no_such_setting=1');
    vi.stubEnv('PGAPPNAME', 'somebody');
    const name = await withClient(
      cluster.adminAddress,
      async (client) => (await client.query('show application_name')).rows,
    );
    expect(name).toEqual([{ application_name: 'basalt' }]);
  });

  it('passes settings of the session', async () => {
    const target = withSetting(
      withSetting(cluster.adminAddress, 'search_path', 'pg_temp, "a\\b"'),
      'statement_timeout',
      1234,
    );
    const rows = await withClient(
      target,
      async (client) =>
        (
          await client.query(
            "select current_setting('search_path') a, current_setting('statement_timeout') b",
          )
        ).rows,
    );
    expect(rows).toEqual([{ a: 'pg_temp, "a\\b"', b: '1234ms' }]);
  });
});

describe('patience with answers', () => {
  it('counts each request alone, and ends the session of one that takes too long', async () => {
    const client = await connect(cluster.adminAddress, { answerTimeoutMs: 400 });
    for (let n = 0; n < 4; n += 1) await client.query('select pg_sleep(0.2)');
    await expect(client.query('select pg_sleep(600)')).rejects.toMatchObject({ code: '08007' });
    await expect(client.query('select 1')).rejects.toThrow();
    await client.end();
  });

  it('may have no end', async () => {
    const asked = withClient(cluster.adminAddress, (client) => client.query('select pg_sleep(0.5)'), {
      answerTimeoutMs: null,
    });
    await expect(asked).resolves.toMatchObject({ rowCount: 1 });
  });

  it('ends with the signal', async () => {
    const asked = withClient(cluster.adminAddress, (client) => client.query('select pg_sleep(600)'), {
      signal: AbortSignal.timeout(200),
    });
    await expect(asked).rejects.toMatchObject({ code: '57014' });
  });
});

describe('createPool', () => {
  it('never hands out a connection inside a transaction of somebody else', async () => {
    const pool = createPool(cluster.adminAddress, { max: 1 });
    const pid = 'select pg_backend_pid() as pid';
    const first = await pool.query(pid);
    expect((await pool.query(pid)).rows).toEqual(first.rows);
    await pool.withClient((client) => client.query('begin'));
    const after = await pool.query<{ pid: number; open: boolean }>(
      `${pid}, now() <> statement_timestamp() as open`,
    );
    expect(after.rows).toEqual([{ pid: expect.any(Number), open: false }]);
    expect(after.rows[0]?.pid).not.toBe(first.rows[0]?.pid);
    await pool.end();
  });

  it('survives the loss of its connections', async () => {
    const pool = createPool(cluster.adminAddress, { max: 1 });
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await withClient(cluster.adminAddress, (client) =>
      client.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]),
    );
    await vi.waitFor(async () => expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]));
    await expect(pool.query('select $1::int', ['x'])).rejects.toMatchObject({
      name: 'QueryError',
      code: '22P02',
    });
    await pool.end();
  });
});

describe('cancelBackend', () => {
  it('ends a running query, and only with the right key', async () => {
    const client = await connect(cluster.adminAddress);
    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
    const sleeping = client.query('select pg_sleep(600)').catch((error) => error);
    await cancelBackend(cluster.adminAddress, processID, secretKey + 1);
    const running = `select state from pg_stat_activity where pid = ${processID}`;
    await vi.waitFor(async () => {
      const state = await withClient(
        cluster.adminAddress,
        async (other) => (await other.query(running)).rows,
      );
      expect(state).toEqual([{ state: 'active' }]);
    });
    await cancelBackend(cluster.adminAddress, processID, secretKey);
    expect(await sleeping).toMatchObject({ code: '57014' });
    await client.end();
  });

  it('says when there is no server', async () => {
    await expect(cancelBackend({ ...cluster.adminAddress, host: '/nowhere' }, 1, 1)).rejects.toMatchObject({
      code: '08001',
    });
  });
});
