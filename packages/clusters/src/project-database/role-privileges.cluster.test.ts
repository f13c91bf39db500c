import { describe, expect, test } from 'vitest';
import { POSTGRES_MAJORS } from '../driver.ts';
import { inTurn, useTestCluster } from '../testing.ts';
import { attempt, attemptAlone, rowsAs } from './attempt.ts';
import { ALLOWED, ALLOWED_SINCE_16, REFUSED, REFUSED_ALONE } from './role-privileges.cases.ts';

const DANGEROUS_ROLES = `
  select rolname from pg_roles
  where pg_has_role('postgres', oid, 'member') and (rolsuper or rolreplication or rolname in (
    'pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program', 'pg_create_subscription',
    'pg_read_all_data', 'pg_write_all_data', 'supabase_read_only_user'))`;

const HIJACKABLE_FUNCTIONS = `
  select p.oid::regprocedure as function from pg_proc p join pg_language l on l.oid = p.prolang
  where p.pronamespace::regnamespace::text in ('auth', 'storage', 'realtime', 'basalt', 'extensions', 'public')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    and (p.prosecdef or p.proowner <> 'supabase_admin'::regrole
      or (p.prosqlbody is null and not coalesce(p.proconfig::text like '%search_path=pg_catalog, pg_temp%', false)))`;

describe.each(inTurn(POSTGRES_MAJORS))('the role postgres of PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  const asPostgres = (run: string) => attempt(cluster.adminAddress, { as: 'postgres', run });

  test.each(REFUSED)('is refused %s', async (statement) => {
    expect(await asPostgres(statement)).toBe('42501');
  });

  test.each(REFUSED_ALONE)('is refused %s', async (run) => {
    expect(await attemptAlone(cluster.adminAddress, { as: 'postgres', run })).toBe('42501');
  });

  test.each(ALLOWED)('may %s', async (statement) => {
    expect(await asPostgres(statement)).toBe('ok');
  });

  test.each(ALLOWED_SINCE_16)(`${major === 15 ? 'is refused' : 'may'} %s`, async (statement) => {
    expect(await asPostgres(statement)).toBe(major === 15 ? '42501' : 'ok');
  });

  test('may change the REST settings by way of the role they live on', async () => {
    const run = `alter role authenticator set pgrst.db_schemas = 'public, api'`;
    const before = ['set role authenticator'];
    expect(await attempt(cluster.adminAddress, { as: 'postgres', before, run })).toBe('ok');
  });

  test('is in no role that reaches files, programs, replication or everybody’s data', async () => {
    expect(await rowsAs(cluster.adminAddress, 'supabase_admin', DANGEROUS_ROLES)).toEqual([]);
  });

  test('finds no function that runs with more rights or resolves names by the caller’s path', async () => {
    expect(await rowsAs(cluster.adminAddress, 'supabase_admin', HIJACKABLE_FUNCTIONS)).toEqual([]);
  });

  test('cannot put a trigger on what the superuser makes in public, but can use it', async () => {
    const database = await cluster.createDatabase();
    await rowsAs(database, 'supabase_admin', 'create table public.by_admin (id int)');
    const trap = [
      'create function public.trap() returns trigger language plpgsql as $$ begin return new; end $$',
    ];
    const run = 'create trigger trap before insert on public.by_admin execute function public.trap()';
    expect(await attempt(database, { as: 'postgres', before: trap, run })).toBe('42501');
    expect(await attempt(database, { as: 'postgres', run: 'insert into public.by_admin values (1)' })).toBe(
      'ok',
    );
  });

  test('cannot bend the superuser’s sessions with settings of its database', async () => {
    const database = await cluster.createDatabase();
    const bend = `alter database ${database.database} set`;
    await rowsAs(
      database,
      'postgres',
      `${bend} search_path = public, pg_catalog`,
      `${bend} standard_conforming_strings = off`,
      `${bend} session_replication_role = replica`,
      `${bend} default_transaction_read_only = on`,
      `${bend} statement_timeout = 1`,
      `${bend} role = anon`,
      `${bend} local_preload_libraries = 'not_there'`,
    );
    const [session] = await rowsAs(
      database,
      'supabase_admin',
      `select current_user::text as role, current_setting('search_path') as path,
         current_setting('standard_conforming_strings') as quoting, current_setting('local_preload_libraries') as libraries,
         current_setting('session_replication_role') as replication, current_setting('statement_timeout') as timeout,
         current_setting('transaction_read_only') as read_only`,
    );
    expect(session).toEqual({
      role: 'supabase_admin',
      path: 'pg_catalog, pg_temp',
      quoting: 'on',
      libraries: '',
      replication: 'origin',
      timeout: '0',
      read_only: 'off',
    });
  });
});
