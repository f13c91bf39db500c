import { describe, expect, test } from 'vitest';
import { POSTGRES_MAJORS } from '../driver.ts';
import { inTurn, useTestCluster } from '../testing.ts';
import { attempt, rowsAs } from './attempt.ts';

const SETTINGS = `
  select rolname as role, rolconfig as settings from pg_roles
  where rolname in ('anon', 'authenticated', 'authenticator', 'service_role') order by rolname`;

describe.each(inTurn(POSTGRES_MAJORS))('the roles of a project on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  test('have the known limits', async () => {
    expect(await rowsAs(cluster.adminAddress, 'supabase_admin', SETTINGS)).toEqual([
      { role: 'anon', settings: ['statement_timeout=3s'] },
      { role: 'authenticated', settings: ['statement_timeout=8s'] },
      { role: 'authenticator', settings: ['statement_timeout=8s', 'lock_timeout=8s'] },
      { role: 'service_role', settings: null },
    ]);
  });

  test('have no password, so nobody logs in over the network yet', async () => {
    const passwords = 'select rolname from pg_authid where rolpassword is not null';
    expect(await rowsAs(cluster.adminAddress, 'supabase_admin', passwords)).toEqual([]);
  });

  test.each(['anon', 'authenticated', 'service_role'])('let the services become %s', async (role) => {
    for (const as of ['authenticator', 'supabase_storage_admin', 'supabase_realtime_admin'])
      expect(await attempt(cluster.adminAddress, { as, run: `set role ${role}` })).toBe('ok');
  });

  test('let one of them, and no other, read the change stream', async () => {
    const run = `select pg_create_logical_replication_slot('changes', 'pgoutput', true)`;
    const outcomes: Record<string, string> = {};
    for (const as of ['supabase_replication_admin', 'supabase_realtime_admin', 'authenticator', 'postgres'])
      outcomes[as] = await attempt(cluster.adminAddress, { as, run });
    expect(outcomes).toEqual({
      supabase_replication_admin: 'ok',
      supabase_realtime_admin: '42501',
      authenticator: '42501',
      postgres: '42501',
    });
  });

  test.each([
    ['anon', 'select * from auth.users'],
    ['authenticated', 'select * from auth.users'],
    ['service_role', 'select * from auth.users'],
    ['anon', 'create table public.mine ()'],
    ['authenticated', 'create function public.mine() returns int language sql return 1'],
    ['anon', `select realtime.ensure_message_partitions()`],
    ['service_role', `copy (select 1) to program 'id'`],
  ])('refuse %s: %s', async (role, run) => {
    const before = [`set role ${role}`];
    expect(await attempt(cluster.adminAddress, { as: 'authenticator', before, run })).toBe('42501');
  });

  test('let the read-only user see everything and change nothing, even with read-only switched off', async () => {
    const database = await cluster.createDatabase();
    await rowsAs(
      database,
      'postgres',
      'create schema app',
      'create table app.notes (text text)',
      'alter table app.notes enable row level security',
      `insert into app.notes values ('seen')`,
    );
    const as = 'supabase_read_only_user';
    expect(await rowsAs(database, as, 'select text from app.notes')).toEqual([{ text: 'seen' }]);
    const run = `insert into app.notes values ('written')`;
    expect(await attempt(database, { as, run })).toBe('25006');
    expect(await attempt(database, { as, before: ['set transaction read write'], run })).toBe('42501');
  });

  test.each([
    'select encrypted_password from auth.users',
    'select * from auth.users',
    'select token from auth.refresh_tokens',
    'select token_hash from auth.one_time_tokens',
    'select secret from auth.mfa_factors',
    'select auth_code from auth.flow_state',
    'select code, link from basalt.mailbox',
  ])('the reader cannot act for somebody: %s', async (run) => {
    const database = await cluster.createDatabase();
    expect(await attempt(database, { as: 'supabase_read_only_user', run })).toBe('42501');
  });

  test.each([
    'select id, email, last_sign_in_at, raw_user_meta_data from auth.users',
    'select id, user_id, created_at from auth.sessions',
    'select * from storage.objects',
    'select * from storage.buckets',
    'select * from realtime.messages',
    'select * from basalt.platform_objects',
    'select * from pg_catalog.pg_stat_activity',
  ])('the reader sees the rest: %s', async (run) => {
    const database = await cluster.createDatabase();
    expect(await attempt(database, { as: 'supabase_read_only_user', run })).toBe('ok');
  });
});
