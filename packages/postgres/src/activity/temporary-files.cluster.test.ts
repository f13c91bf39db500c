import { useTestCluster } from '@basalt/clusters/testing';
import type pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { connect, withClient } from '../connections/connect.ts';
import { endTemporaryFiles } from './temporary-files.ts';

const MB = 1_024 * 1_024;

// Its own cluster: temporary files are those of all databases.
const cluster = useTestCluster({ name: 'temporary-files' });
const open: pg.Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.end().catch(() => {});
});

/** A session that keeps so many MB in a temporary file although it does nothing. */
async function hold(user: string, megabytes: number): Promise<pg.Client> {
  const client = await connect({ ...cluster.adminAddress, user });
  open.push(client);
  await client.query(`set work_mem = '64kB'`);
  await client.query(
    `begin; declare c cursor with hold for select repeat('x', 1024) from generate_series(1, ${megabytes * 1_024}); commit`,
  );
  return client;
}
const lives = (client: pg.Client) =>
  client.query('select').then(
    () => true,
    () => false,
  );
const free = (bytes: number) => withClient(cluster.adminAddress, (admin) => endTemporaryFiles(admin, bytes));

it('ends the sessions with the largest temporary files until so much is free, and no other', async () => {
  const [idle, small, large] = [
    await hold('postgres', 0),
    await hold('postgres', 3),
    await hold('postgres', 9),
  ];
  const platform = await hold('supabase_admin', 20);
  const ended = await free(5 * MB);
  expect(ended.sessions).toBe(1);
  expect(ended.bytes).toBeGreaterThan(8 * MB);
  expect(ended.bytes).toBeLessThan(12 * MB);
  expect(await Promise.all([idle, small, large, platform].map(lives))).toEqual([true, true, false, true]);

  expect(await free(100 * MB)).toMatchObject({ sessions: 1 });
  expect(await Promise.all([idle, small, platform].map(lives))).toEqual([true, false, true]);
  expect(await free(100 * MB)).toEqual({ sessions: 0, bytes: 0 });
});

it('tells all of them before it waits for any, and waits for none too long', async () => {
  const [quick, ...slow] = [
    await hold('postgres', 1),
    await hold('postgres', 2),
    await hold('postgres', 3),
    await hold('postgres', 4),
    await hold('postgres', 5),
  ];
  const pids = await Promise.all(
    slow.map(async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number),
  );
  const signal = (name: string) =>
    withClient(cluster.adminAddress, (admin) =>
      admin.query(`copy (select where false) to program 'kill -${name} ${pids.join(' ')}'`),
    );
  try {
    await signal('STOP');
    const ended = await withClient(cluster.adminAddress, (admin) => endTemporaryFiles(admin, 100 * MB), {
      answerTimeoutMs: 3_000,
    });
    expect(ended.sessions).toBe(5);
    expect(await lives(quick)).toBe(false);
  } finally {
    await signal('CONT');
  }
  expect(await Promise.all(slow.map(lives))).toEqual([false, false, false, false]);
});

it('counts what workers of a statement share', async () => {
  const client = await hold('postgres', 0);
  await client.query(`create table public.wide as select n, repeat('y', 200) as body from generate_series(1, 150000) n;
    analyze public.wide`);
  await client.query(
    `set min_parallel_table_scan_size = 0; set parallel_setup_cost = 0; set parallel_tuple_cost = 0; set enable_mergejoin = off`,
  );
  const joined = client
    .query(
      `select count(*) from public.wide a join public.wide b on a.body || a.n = b.body || b.n where pg_sleep(0.001) is not null`,
    )
    .then(
      () => 'finished',
      (error: { code: string }) => error.code,
    );
  await expect.poll(async () => (await free(1)).sessions).toBe(1);
  expect(await joined).toBe('57P01');
});
