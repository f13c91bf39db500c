import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { withClient } from '../../connections/connect.ts';
import { findPrivilegeDifferences } from './find-privilege-differences.ts';

/** What the project's owner can do himself, or what an operator may do for him. */
const OWNED = `
  create role reader login inherit; create role maker nologin createdb bypassrls; grant reader to maker;
  grant anon to reader; grant reader to authenticator; grant postgres to maker;
  grant select on auth.users to reader; alter role reader set statement_timeout = '1s';
  create schema mine authorization reader;
  create function mine.definer() returns int language sql security definer as 'select 1';
  alter function mine.definer() owner to postgres;
  grant set on parameter work_mem to reader`;

/** By what a breach did: the statements, those that take it back, and who is named. */
const BREACHES: [done: string, undone: string, name: string][] = [
  ['alter role postgres superuser', 'alter role postgres nosuperuser', 'postgres'],
  ['alter role postgres replication', 'alter role postgres noreplication', 'postgres'],
  ['create role other superuser', 'drop role other', 'other'],
  ['create role other replication', 'drop role other', 'other'],
  [
    'alter role supabase_auth_admin createrole',
    'alter role supabase_auth_admin nocreaterole',
    'supabase_auth_admin',
  ],
  ...['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files', 'pg_read_all_data'].map(
    (role): [string, string, string] => [
      `grant ${role} to postgres`,
      `revoke ${role} from postgres`,
      'postgres',
    ],
  ),
  [
    `create or replace function vault._encrypt_secret() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as 'begin return new; end'`,
    'select 1',
    'vault._encrypt_secret()',
  ],
  ['grant pg_write_all_data to anon', 'revoke pg_write_all_data from anon', 'anon'],
  [
    'grant pg_execute_server_program to pg_monitor',
    'revoke pg_execute_server_program from pg_monitor',
    'pg_monitor',
  ],
  ['grant supabase_admin to anon', 'revoke supabase_admin from anon', 'anon'],
  ['grant supabase_replication_admin to anon', 'revoke supabase_replication_admin from anon', 'anon'],
  [
    'grant pg_monitor to postgres with admin option',
    'revoke admin option for pg_monitor from postgres',
    'postgres',
  ],
  [
    'grant set on parameter session_preload_libraries to postgres',
    'revoke set on parameter session_preload_libraries from postgres',
    'postgres',
  ],
  [
    'grant alter system on parameter work_mem to postgres',
    'revoke alter system on parameter work_mem from postgres',
    'postgres',
  ],
  [
    'alter role supabase_admin set search_path = public',
    'alter role supabase_admin set search_path = pg_catalog, pg_temp',
    'supabase_admin',
  ],
  [
    'alter default privileges for role supabase_admin in schema public grant trigger on tables to anon',
    'alter default privileges for role supabase_admin in schema public revoke trigger on tables from anon',
    'anon',
  ],
  [
    'grant execute on function pg_catalog.pg_read_file(text) to postgres',
    'revoke execute on function pg_catalog.pg_read_file(text) from postgres',
    'postgres',
  ],
  [
    'grant select on pg_catalog.pg_authid to postgres',
    'revoke select on pg_catalog.pg_authid from postgres',
    'postgres',
  ],
  [
    'grant select (rolpassword) on pg_catalog.pg_authid to postgres',
    'revoke select (rolpassword) on pg_catalog.pg_authid from postgres',
    'postgres',
  ],
  [
    `create function public.definer() returns int language sql security definer as 'select 1'`,
    'drop function public.definer()',
    'public.definer()',
  ],
  [
    `create function public.on_change() returns event_trigger language plpgsql as 'begin end';
      create event trigger basalt_x on ddl_command_end execute function public.on_change()`,
    'drop function public.on_change() cascade',
    'basalt_x',
  ],
  ['alter schema auth owner to postgres', 'alter schema auth owner to supabase_admin', 'auth'],
  [
    'alter function auth.uid() owner to postgres',
    'alter function auth.uid() owner to supabase_admin',
    'auth.uid()',
  ],
];

describe.each(inTurn([15, 16, 17, 18] as const))('findPrivilegeDifferences on %i', (major) => {
  const cluster = useTestCluster({ major, name: 'privileges' });
  let takeBack = '';

  afterEach(async () => {
    // Roles are the cluster's, not the database's.
    await withClient(cluster.adminAddress, async (client) => void (await client.query(takeBack)));
    takeBack = '';
  });

  it('finds nothing in a new project', async () => {
    expect(await findPrivilegeDifferences(await cluster.createDatabase(), major)).toEqual([]);
  });

  it('accepts what the owner may give', async () => {
    const database = await cluster.createDatabase();
    takeBack = 'revoke set on parameter work_mem from reader; drop role maker, reader';
    await withClient(database, async (client) => {
      await client.query(OWNED);
      if (major >= 16) await client.query('alter role maker createrole; alter role anon login bypassrls');
      expect(await findPrivilegeDifferences(database, major)).toEqual([]);
      await client.query('drop owned by reader, maker cascade; alter role anon nologin nobypassrls');
    });
  });

  it.each(BREACHES)('names %s', async (done, undone, name) => {
    const database = await cluster.createDatabase();
    await withClient(database, async (client) => {
      await client.query(done);
      const found = await findPrivilegeDifferences(database, major);
      await client.query(undone);
      expect(found).toMatchObject([{ name, message: expect.stringMatching(/^[A-Z].*\.$/) }]);
    });
  });

  it.runIf(major === 15)('names whoever could give away everything', async () => {
    const database = await cluster.createDatabase();
    takeBack = 'drop role maker';
    await withClient(database, async (client) => void (await client.query('create role maker createrole')));
    expect(await findPrivilegeDifferences(database, 15)).toMatchObject([{ name: 'maker' }]);
  });

  it.runIf(major >= 16)('names whoever could become a service', async () => {
    const database = await cluster.createDatabase();
    takeBack = 'grant supabase_auth_admin to postgres with set false';
    await withClient(database, async (client) => {
      await client.query('grant supabase_auth_admin to postgres with set true');
    });
    expect(await findPrivilegeDifferences(database, major)).toMatchObject([{ name: 'postgres' }]);
  });
});
