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

/** What somebody who works in the database puts where a superuser will come by. Whatever of it runs writes down with whose rights. */
const TRAPS = `
  create table public.ran_as (who name);
  grant insert on public.ran_as to public;
  create function public.spring() returns text language sql as 'insert into public.ran_as values (current_user) returning who';
  create function public.lower(text) returns text language sql as 'select public.spring()';
  create function public.join(text, text) returns text language sql as 'select public.spring()';
  create operator public.|| (leftarg = text, rightarg = text, function = public.join);
  create function public.on_change(event text, tag text) returns void language sql as 'select public.spring()';
  insert into basalt.event_triggers (name, event, function_name) values ('spring', 'ddl_command_end', 'on_change')`;

test('who makes the indexes runs nothing that others have put in the way', async () => {
  const address = await cluster.createDatabase();
  await withClient({ ...address, user: 'postgres' }, (owner) => owner.query(TRAPS));
  await withClient(address, async (client) => {
    const ranAs = async () => (await client.query('select distinct who from public.ran_as')).rows;
    await makeUserIndexes(client);
    expect((await client.query(INDEXES)).rows).toEqual(ALL);
    expect(await ranAs()).toEqual([]);
    // The traps are set: the owner falls into them.
    await withClient({ ...address, user: 'postgres' }, async (owner) => {
      await owner.query('create table public.anything ()');
      await owner.query(`set search_path = public, pg_catalog; select lower('A') || 'b'`);
    });
    expect(await ranAs()).toEqual([{ who: 'postgres' }]);
  });
});
