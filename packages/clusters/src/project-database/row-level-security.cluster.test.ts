import { describe, expect, test } from 'vitest';
import { POSTGRES_MAJORS } from '../driver.ts';
import { inTurn, useTestCluster } from '../testing.ts';
import { attempt, rowsAs } from './attempt.ts';

const WAYS_TO_MAKE_A_TABLE = [
  'create table public.made (id int)',
  'create table public.made as select 1 as id',
  'select 1 as id into public.made',
  'create unlogged table public.made (id int)',
  'create table public.parent (id int); create table public.made () inherits (public.parent)',
  'create table public.made (id int) partition by range (id)',
  'create table public.parent (id int) partition by range (id); create table public.made partition of public.parent default',
  'create table public.parent (id int); create table public.made (like public.parent)',
  'do $$ begin create table public.made (id int); end $$',
];

const IS_ON = `select relrowsecurity as on from pg_catalog.pg_class where oid = 'public.made'::regclass`;

describe.each(inTurn(POSTGRES_MAJORS))('row level security of new tables on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  test.each(WAYS_TO_MAKE_A_TABLE)('is on after %s', async (statement) => {
    const database = await cluster.createDatabase();
    expect(await rowsAs(database, 'postgres', statement, IS_ON)).toEqual([{ on: true }]);
  });

  test('is on whatever the name of the table', async () => {
    const database = await cluster.createDatabase();
    const hostile = `create table public."x"" disable row level security; --" (id int); create table public.pg_class (id int)`;
    const off = `select relname from pg_catalog.pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity`;
    expect(await rowsAs(database, 'postgres', hostile, off)).toEqual([]);
  });

  test('is left alone in schemas that the API does not show', async () => {
    const database = await cluster.createDatabase();
    const inner = `select relrowsecurity as on from pg_class where oid = 'inner_works.made'::regclass`;
    const rows = await rowsAs(
      database,
      'postgres',
      'create schema inner_works create table made (id int)',
      inner,
    );
    expect(rows).toEqual([{ on: false }]);
  });

  test('is on in every schema that the REST settings show', async () => {
    const database = await cluster.createDatabase();
    const rows = await rowsAs(
      database,
      'supabase_admin',
      'begin',
      `alter role authenticator set pgrst.db_schemas = 'public, api, "my api"'`,
      'set local role postgres',
      'create schema api create table made (id int)',
      'create schema "my api"',
      'create table "my api".made (id int)',
      `select relrowsecurity as on from pg_class where relname = 'made'`,
    );
    expect(rows).toEqual([{ on: true }, { on: true }]);
  });

  test('stays off once the owner switched it off', async () => {
    const database = await cluster.createDatabase();
    const again = 'create table if not exists public.made (id int)';
    const off = 'alter table public.made disable row level security';
    expect(await rowsAs(database, 'postgres', again, off, again, IS_ON)).toEqual([{ on: false }]);
  });

  test('is left alone when the platform switched it off for the project, from the next table on', async () => {
    const database = await cluster.createDatabase();
    const name = database.database;
    await rowsAs(database, 'supabase_admin', `alter database ${name} set basalt.rls_on_new_tables = off`);
    const made = 'create table public.made (id int)';
    expect(await rowsAs(database, 'postgres', made, IS_ON)).toEqual([{ on: false }]);
  });

  test('cannot be switched off for the project by the user', async () => {
    const database = await cluster.createDatabase();
    const session = 'set basalt.rls_on_new_tables = off';
    const made = 'create table public.made (id int)';
    expect(await rowsAs(database, 'postgres', session, made, IS_ON)).toEqual([{ on: true }]);
    const run = `alter database ${database.database} set basalt.rls_on_new_tables = off`;
    expect(await attempt(database, { as: 'postgres', before: [session], run })).toBe('42501');
  });

  test('hides rows from the API until there is a policy', async () => {
    const database = await cluster.createDatabase();
    await rowsAs(
      database,
      'postgres',
      'create table public.made (id int)',
      'insert into public.made values (1), (2)',
    );
    const asAnon = ['set role anon', 'select id from public.made'];
    expect(await rowsAs(database, 'authenticator', ...asAnon)).toEqual([]);
    await rowsAs(database, 'postgres', 'create policy one on public.made to anon using (id = 1)');
    expect(await rowsAs(database, 'authenticator', ...asAnon)).toEqual([{ id: 1 }]);
  });

  test('does not take statements away from people who make tables for others', async () => {
    const database = await cluster.createDatabase();
    const rows = await rowsAs(
      database,
      'supabase_admin',
      'begin',
      `alter role authenticator set pgrst.db_schemas = 'theirs'`,
      `grant create on database ${database.database} to authenticator`,
      'set local role authenticator',
      'create schema theirs authorization anon create table made (id int)',
      'reset role',
      `select relowner::regrole::text as owner, relrowsecurity as on from pg_class where oid = 'theirs.made'::regclass`,
    );
    expect(rows).toEqual([{ owner: 'anon', on: false }]);
  });
});
