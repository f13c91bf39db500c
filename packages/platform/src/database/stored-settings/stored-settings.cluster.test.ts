import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import type { SettingName } from '@basalt/contract';
import { withClient } from '@basalt/postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { presentSettings } from './list-settings.ts';
import { readSettings } from './read-settings.ts';
import { takeBack } from './reset-settings.ts';

const name = (role: string | null, setting: string, database: string | null = null): SettingName => ({
  role,
  database,
  name: setting,
});

describe.each(inTurn([15, 16, 17, 18] as const))('stored settings of PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  const target = (user: string) => ({ ...cluster.adminAddress, user });
  const list = async () => presentSettings(await withClient(target('supabase_admin'), readSettings));
  const theirs = async () => (await list()).filter(({ origin }) => origin !== 'standard');
  const reset = async (...wanted: SettingName[]) =>
    presentSettings(await withClient(target('supabase_admin'), (client) => takeBack(client, wanted)));
  /** Each in a session of its own, as whoever may. */
  const run = (user: string, ...statements: string[]) =>
    withClient(target(user), async (client) => {
      for (const statement of statements) await client.query(statement);
    });

  afterEach(async () => {
    const left = (await theirs()).filter(({ undo }) => undo !== null);
    if (left.length > 0) await reset(...left);
    expect(await theirs()).toEqual([]);
  });

  it('of a new project are all standard ones, and none of a superuser', async () => {
    const settings = await list();
    expect(settings.map(({ origin, undo }) => [origin, undo])).toEqual(
      settings.map(() => ['standard', null]),
    );
    expect(settings.map(({ role }) => role)).not.toContain('supabase_admin');
    expect(settings.map(({ role, name }) => `${role}.${name}`)).toEqual([
      'null.search_path',
      'anon.statement_timeout',
      'authenticated.statement_timeout',
      'authenticator.lock_timeout',
      'authenticator.statement_timeout',
      ...(major === 15 ? [] : ['postgres.createrole_self_grant']),
      'supabase_auth_admin.idle_in_transaction_session_timeout',
      'supabase_read_only_user.default_transaction_read_only',
    ]);
  });

  it.each([
    ['statement_timeout', "'1ms'", 'select pg_sleep(0.1)'],
    ['local_preload_libraries', "'not_there'", 'select 1'],
    ['default_transaction_read_only', 'on', 'create temp table t (); create table public.t ()'],
    ['role', 'anon', 'create schema theirs'],
    ['search_path', "'nowhere'", 'create table t ()'],
  ])('that lock the owner out by %s can be taken back', async (setting, value, work) => {
    await run('postgres', `alter role postgres set ${setting} = ${value}`);
    await expect(run('postgres', work)).rejects.toThrow();
    expect(await theirs()).toMatchObject([
      {
        role: 'postgres',
        name: setting,
        origin: 'own',
        undo: expect.stringMatching(/^alter role postgres reset /),
      },
    ]);
    await reset(name('postgres', setting));
    await run('postgres', 'begin', work, 'rollback');
  });

  it('of the database can be taken back too, to the standard value where there is one', async () => {
    await run('postgres', "alter database postgres set search_path = 'nowhere'");
    await run('postgres', 'alter database postgres set local_preload_libraries = not_there');
    await expect(run('postgres', 'select 1')).rejects.toThrow();
    expect(await theirs()).toEqual([
      {
        ...name(null, 'local_preload_libraries', 'postgres'),
        value: 'not_there',
        origin: 'own',
        undo: 'alter database postgres reset local_preload_libraries',
      },
      {
        ...name(null, 'search_path', 'postgres'),
        value: 'nowhere',
        origin: 'changed',
        undo: 'alter database postgres set search_path = "$user", public, extensions',
      },
    ]);
    const left = await reset(...(await theirs()));
    expect(left[0]).toEqual({
      ...name(null, 'search_path', 'postgres'),
      value: '"$user", public, extensions',
      origin: 'standard',
      undo: null,
    });
  });

  it('of the role of the Data API go back to the standard value', async () => {
    const become = major === 15 ? ['set role authenticator'] : [];
    await run('postgres', ...become, "alter role authenticator set statement_timeout = '1ms'");
    expect(await theirs()).toMatchObject([
      {
        role: 'authenticator',
        origin: 'changed',
        undo: "alter role authenticator set statement_timeout = '8s'",
      },
    ]);
    await reset(name('authenticator', 'statement_timeout'));
  });

  it('that only a superuser could store are shown, and stay', async () => {
    await run('supabase_admin', "alter role postgres set temp_file_limit = '1GB'");
    await run('supabase_admin', "alter role all set application_name = 'mine'");
    try {
      expect((await theirs()).map(({ name, undo }) => [name, undo])).toEqual([
        ['application_name', null],
        ['temp_file_limit', null],
      ]);
      for (const wanted of [name('postgres', 'temp_file_limit'), name(null, 'application_name')])
        await expect(reset(wanted)).rejects.toMatchObject({ code: 'forbidden' });
      expect(await theirs()).toHaveLength(2);
    } finally {
      await run('supabase_admin', 'alter role postgres reset temp_file_limit');
      await run('supabase_admin', 'alter role all reset application_name');
    }
  });

  it('of roles of the platform cannot be named', async () => {
    for (const wanted of [
      name('supabase_admin', 'search_path'),
      name('supabase_admin', 'local_preload_libraries'),
      name('nobody', 'statement_timeout'),
      name('postgres; drop schema public', 'statement_timeout'),
      name('postgres', "statement_timeout'; drop schema public; --"),
      name('postgres', 'x'.repeat(1_000)),
    ])
      await expect(reset(wanted)).rejects.toMatchObject({ code: 'not_found' });
    await expect(
      reset(name('supabase_read_only_user', 'default_transaction_read_only'), name('postgres', 'nothing')),
    ).resolves.toContainEqual(expect.objectContaining({ role: 'supabase_read_only_user', value: 'on' }));
  });

  it('are taken back all or none', async () => {
    await run('supabase_admin', "alter role postgres set temp_file_limit = '1GB'");
    await run('postgres', "alter role postgres set work_mem = '1MB'");
    await expect(reset(name('postgres', 'work_mem'), name('postgres', 'temp_file_limit'))).rejects.toThrow();
    expect(await theirs()).toHaveLength(2);
    await run('supabase_admin', 'alter role postgres reset temp_file_limit');
  });

  it('with hostile names and values are read and taken back as they are', async () => {
    const role = 'o"d\'d\n; drop schema public; --\\ — ünï';
    const quoted = `"${role.replaceAll('"', '""')}"`;
    const value = `it's "so" \\ = 'odd'; drop schema public;\n${'long '.repeat(2_000)}`;
    const maker = major === 15 ? 'supabase_admin' : 'postgres';
    await run(maker, `create role ${quoted}`, `create database ${quoted}`);
    if (major === 15)
      await run(maker, `grant ${quoted} to postgres`, `alter database ${quoted} owner to postgres`);
    const literal = `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
    const become = major === 15 ? [`set role ${quoted}`] : [];
    await run('postgres', ...become, `alter role ${quoted} set application_name = ${literal}`);
    await run('postgres', `alter database ${quoted} set search_path = ${literal}`);
    try {
      const found = await theirs();
      expect(found.map(({ role, database, name }) => [role, database, name])).toEqual([
        [null, role, 'search_path'],
        [role, null, 'application_name'],
      ]);
      for (const { value: shown } of found) {
        expect(shown).toHaveLength(1_000);
        expect(shown).toContain("it's");
      }
      expect(await reset(...found)).toEqual(await list());
      expect(await theirs()).toEqual([]);
    } finally {
      await run(maker, `drop database ${quoted}`, `drop role ${quoted}`);
    }
  });
});
