import type pg from 'pg';
import { expect, it } from 'vitest';
import { REF, usePooler } from './pooler-for-test.ts';

const POOL_SIZE = 3;
const SHARE = 4;
const under = usePooler(POOL_SIZE, SHARE);

it('is left to sessions by connections of the pool that do nothing, and to the pool when sessions end', async () => {
  await under.createRole('sharer');
  await under.asSuperuser(`alter role sharer connection limit ${SHARE}`);
  const connect = (mode: 'session' | 'transaction') => under.connect(mode, { user: `sharer.${REF}` });
  const answers = async (client: pg.Client) =>
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);

  const processes = async () =>
    (await under.asSuperuser(`select from pg_stat_activity where usename = 'sharer'`)).rowCount;

  const pooled = await Promise.all(Array.from({ length: POOL_SIZE }, () => connect('transaction')));
  await Promise.all(pooled.map((client) => client.query('begin')));
  await Promise.all(pooled.map((client) => client.query('commit')));

  const sessions: pg.Client[] = [];
  while (sessions.length < SHARE - 1) sessions.push(await connect('session'));
  await Promise.all(sessions.map(answers));
  // One connection is left to all of them together.
  await Promise.all(pooled.map(answers));
  const last = await connect('session');
  await answers(last);

  await expect(connect('session')).rejects.toMatchObject({ code: '53300' });
  await last.end();
  await expect.poll(processes).toBe(SHARE - 1);
  await Promise.all(pooled.map(answers));
  for (const session of sessions) await session.end();
  await Promise.all(pooled.map((client) => client.query('begin')));
  await Promise.all(pooled.map((client) => client.query('commit')));
});

it('of the pool is what the project says, as soon as it says so', async () => {
  await under.createRole('resizer');
  const processes = async () =>
    (await under.asSuperuser(`select from pg_stat_activity where usename = 'resizer'`)).rowCount;
  const resize = (poolSize: number | null) => {
    under.project = { ...under.project, poolSize };
    under.changed();
  };
  const pooled = await Promise.all(
    Array.from({ length: SHARE }, () => under.connect('transaction', { user: `resizer.${REF}` })),
  );
  const [last, ...others] = [...pooled].reverse();
  await Promise.all(others.map((client) => client.query('begin')));
  expect(await processes()).toBe(POOL_SIZE);
  // One waits until there is room.
  const waiting = last?.query('begin');
  resize(SHARE);
  await waiting;
  expect(await processes()).toBe(SHARE);
  // What runs is not broken off.
  resize(1);
  for (const client of pooled) expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await Promise.all(pooled.map((client) => client.query('commit')));
  await expect.poll(processes).toBe(1);
  await Promise.all(pooled.map((client) => client.query('select 1')));
  expect(await processes()).toBe(1);
  resize(null);
  await Promise.all(others.map((client) => client.query('begin')));
  expect(await processes()).toBe(POOL_SIZE);
  await Promise.all(others.map((client) => client.query('commit')));
});
