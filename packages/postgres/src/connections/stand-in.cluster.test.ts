import { useTestCluster } from '@basalt/clusters/testing';
import type pg from 'pg';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { connect, withClient } from './connect.ts';
import { type ConnectionTarget, withSetting } from './connection-target.ts';

const OWN = 2;

// Its own cluster: limits and settings of roles are for all databases.
const cluster = useTestCluster({ name: 'stand-in' });
const open: pg.Client[] = [];
let target: ConnectionTarget;

beforeAll(async () => {
  target = { ...cluster.adminAddress, user: 'postgres', standIn: 'basalt_sql_pages' };
  await withClient(cluster.adminAddress, (admin) =>
    admin.query(
      `alter role postgres connection limit ${OWN};
       alter role postgres set work_mem = '7MB';
       alter role postgres set search_path = 'app', "$user";
       alter role postgres in database postgres set basalt.no_such_thing = 'kept'`,
    ),
  );
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.end()));
});

async function takeAll(): Promise<void> {
  const { standIn: _, ...own } = target;
  await expect
    .poll(async () => {
      for (let each = open.length; each < OWN; each++) open.push(await connect(own));
      return connect(own).then(
        (client) => client.end(),
        (error: { code: string }) => error.code,
      );
    })
    .toBe('53300');
}

const SESSION = `select current_user, session_user, current_setting('work_mem') as work_mem,
  current_setting('search_path') as search_path`;
const sessionOf = (of: ConnectionTarget, ...before: string[]) =>
  withClient(of, async (client) => {
    for (const each of before) await client.query(each);
    return (await client.query(SESSION)).rows[0];
  });

it('the role logs in itself while it can', async () => {
  expect(await sessionOf(target)).toMatchObject({ current_user: 'postgres', session_user: 'postgres' });
});

it('another one stands in when its connections are taken, and nothing else differs', async () => {
  const own = await sessionOf(target);
  await takeAll();
  const expected = { ...own, session_user: 'basalt_sql_pages' };
  expect(await sessionOf(target)).toEqual(expected);
  expect(await sessionOf(target, 'set role anon', 'reset role')).toEqual(expected);
  expect(await sessionOf(target, 'create role made_here', 'set role made_here', 'reset role')).toEqual(
    expected,
  );
  await withClient(target, (client) => client.query('drop role made_here'));
});

it('what the caller asks for counts more than what the role has stored', async () => {
  await takeAll();
  expect(await sessionOf(withSetting(target, 'work_mem', '9MB'))).toMatchObject({ work_mem: '9MB' });
});

it('other refusals are told as they are', async () => {
  await expect(connect({ ...target, database: 'nowhere' })).rejects.toMatchObject({ code: '3D000' });
  await expect(connect({ ...target, user: 'nobody' })).rejects.toMatchObject({ code: '28000' });
});
