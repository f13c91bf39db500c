import { useTestCluster } from '@basalt/clusters/testing';
import { withClient } from '@basalt/postgres';
import { SEARCHED_USER_TEXT } from '@basalt/project';
import { expect, test } from 'vitest';
import { makeUserIndexes } from './user-indexes.ts';

const cluster = useTestCluster();

const INDEXES = `
  select relname as name, indisvalid as valid from pg_index join pg_class c on c.oid = indexrelid
  where indrelid = 'auth.users'::regclass and relname in ('users_created_at_idx', 'users_email_idx', 'users_search_idx')
  order by relname`;
const ALL = ['users_created_at_idx', 'users_email_idx', 'users_search_idx'].map((name) => ({
  name,
  valid: true,
}));

test('a search goes through the index, which comes back when its making was broken off', async () => {
  await withClient(await cluster.createDatabase(), async (client) => {
    await makeUserIndexes(client);
    expect((await client.query(INDEXES)).rows).toEqual(ALL);

    await client.query('set enable_seqscan = off');
    const { rows } = await client.query(
      `explain select from auth.users where ${SEARCHED_USER_TEXT} like pg_catalog.lower($1)`,
      ['%Mason%'],
    );
    expect(JSON.stringify(rows)).toContain('users_search_idx');

    await client.query(
      `update pg_index set indisvalid = false where indexrelid = 'auth.users_search_idx'::regclass`,
    );
    await client.query('drop index auth.users_email_idx');
    await makeUserIndexes(client);
    expect((await client.query(INDEXES)).rows).toEqual(ALL);
  });
});

test('where the extension cannot be, the others are made', async () => {
  await withClient(await cluster.createDatabase(), async (client) => {
    await client.query('alter schema extensions rename to elsewhere');
    await makeUserIndexes(client);
    expect((await client.query(INDEXES)).rows).toEqual(ALL.slice(0, 2));
  });
});
