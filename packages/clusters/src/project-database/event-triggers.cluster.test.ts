import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClusterAddress, POSTGRES_MAJORS } from '../driver.ts';
import { inTurn, useTestCluster } from '../testing.ts';
import { attempt, rowsAs } from './attempt.ts';

const WATCH = `
  create table public.seen (event text, tag text, what text, who text, as_whom text);
  alter table public.seen disable row level security;
  grant insert on public.seen to public;
  create function public.watch(event text, tag text) returns void language plpgsql as $$ begin
    insert into public.seen select event, tag, case event
        when 'ddl_command_end' then (select string_agg(c.object_identity, ',') from pg_event_trigger_ddl_commands() as c)
        when 'sql_drop' then (select string_agg(d.object_identity, ',') from pg_event_trigger_dropped_objects() as d where d.original)
        when 'table_rewrite' then pg_event_trigger_table_rewrite_oid()::regclass::text end,
      session_user, current_user;
  end $$;
  insert into basalt.event_triggers (name, event, function_name)
    select 'watch ' || e, e, 'watch' from unnest(array['ddl_command_start', 'ddl_command_end', 'sql_drop', 'table_rewrite']) as e`;

describe.each(inTurn(POSTGRES_MAJORS))('event triggers of the project on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  let address: ClusterAddress;
  const as = (role: string, ...statements: string[]) => rowsAs(address, role, ...statements);
  const seen = () => as('postgres', 'select * from public.seen');
  const tagsSeen = async () => (await seen()).map(({ tag }) => tag);

  beforeAll(async () => {
    address = await cluster.createDatabase();
    await as('postgres', 'create schema shop', WATCH);
  });
  beforeEach(() => as('postgres', 'truncate public.seen'));

  test('run for what its people do, as themselves, and know what was done', async () => {
    await as(
      'postgres',
      'create table shop.a (n int)',
      'alter table shop.a alter n type text',
      'drop table shop.a',
    );
    const rows = await seen();
    expect(rows.map(({ event, tag, what }) => [event, tag, what])).toEqual([
      ['ddl_command_start', 'CREATE TABLE', null],
      ['ddl_command_end', 'CREATE TABLE', 'shop.a'],
      ['ddl_command_start', 'ALTER TABLE', null],
      ['table_rewrite', 'ALTER TABLE', 'shop.a'],
      ['ddl_command_end', 'ALTER TABLE', 'shop.a'],
      ['ddl_command_start', 'DROP TABLE', null],
      ['sql_drop', 'DROP TABLE', 'shop.a'],
      ['ddl_command_end', 'DROP TABLE', null],
    ]);
    expect(new Set(rows.map(({ who, as_whom }) => `${who} ${as_whom}`))).toEqual(
      new Set(['postgres postgres']),
    );
    await as('basalt_sql_pages', 'set role postgres', 'create table public.a ()', 'drop table public.a');
    await as('authenticator', 'set role anon', 'create temp table b ()');
    expect((await seen()).map(({ who, as_whom }) => `${who} ${as_whom}`)).toEqual(
      expect.arrayContaining(['basalt_sql_pages postgres', 'authenticator anon']),
    );
  });

  test('never run with the rights of a service or the superuser, whomever they have become', async () => {
    await as('supabase_admin', 'create table public.b ()', 'drop table public.b');
    await as('supabase_admin', 'set role postgres', 'create temp table c ()');
    await as('supabase_admin', 'set session authorization postgres', 'create temp table c ()');
    for (const service of ['supabase_auth_admin', 'supabase_storage_admin', 'supabase_realtime_admin'])
      await as(service, 'create temp table c ()');
    await as('supabase_storage_admin', 'set role authenticated', 'create temp table c ()');
    await as(
      'supabase_admin',
      `create function public.as_admin() returns void security definer language plpgsql as $$ begin create temp table d (); end $$`,
    );
    await as('postgres', 'select public.as_admin()');
    await as('supabase_admin', 'drop function public.as_admin()');
    expect(await seen()).toEqual([]);
  });

  test('run for the commands they name, and not when they are off', async () => {
    await as('postgres', `update basalt.event_triggers set tags = '{CREATE VIEW}'`);
    await as('postgres', 'create view public.v as select 1 as n', 'drop view public.v');
    expect(new Set(await tagsSeen())).toEqual(new Set(['CREATE VIEW']));
    await as(
      'postgres',
      'truncate public.seen',
      `update basalt.event_triggers set tags = '{}', enabled = false`,
    );
    await as('postgres', 'create view public.v as select 1 as n', 'drop view public.v');
    expect(await seen()).toEqual([]);
    await as('postgres', 'update basalt.event_triggers set enabled = true');
  });

  test('can refuse a command, and be taken away by whoever is locked out', async () => {
    await as(
      'postgres',
      `create function public.never(event text, tag text) returns void language plpgsql as $$ begin raise 'not on a Friday'; end $$`,
      `insert into basalt.event_triggers (name, event, function_name) values ('never', 'ddl_command_start', 'never')`,
    );
    await expect(as('postgres', 'create table public.e ()')).rejects.toThrow('not on a Friday');
    await as('postgres', `delete from basalt.event_triggers where name = 'never'`);
    await as('postgres', 'create table public.e ()', 'drop function public.never(text, text)');
    await as(
      'postgres',
      `insert into basalt.event_triggers (name, event, function_name) values ('gone', 'ddl_command_end', 'never')`,
    );
    await as('postgres', 'drop table public.e');
    await as('postgres', `delete from basalt.event_triggers where name = 'gone'`);
  });

  test.each([
    [
      `insert into basalt.event_triggers (name, event, function_name) values ('x', 'login', 'watch')`,
      '23514',
    ],
    [`update basalt.event_triggers set tags = '{create table}'`, '23514'],
    ['alter event trigger basalt_run_event_triggers_at_end disable', '42501'],
    [
      'create trigger t before insert on basalt.event_triggers for each row execute function public.watch()',
      '42501',
    ],
    ['grant insert on basalt.event_triggers to anon', '42501'],
    [
      "set role anon; insert into basalt.event_triggers (name, event, function_name) values ('x', 'sql_drop', 'watch')",
      '42501',
    ],
  ])('refuse %s', async (run, code) => {
    // Whoever may not grant is told so by a warning only.
    const outcome = await attempt(address, { as: 'postgres', run });
    if (run.startsWith('grant')) {
      const rights = "select has_table_privilege('anon', 'basalt.event_triggers', 'insert') as may";
      expect(await as('supabase_admin', rights)).toEqual([{ may: false }]);
    } else expect(outcome).toBe(code);
  });
});
