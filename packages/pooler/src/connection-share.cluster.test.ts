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
