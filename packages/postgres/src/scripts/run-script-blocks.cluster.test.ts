import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { runScript } from './run-script.ts';
import type { ScriptEvent } from './script-events.ts';

/** What the statements of a script mean to each other must not depend on how they are sent. */
describe.each(inTurn([15, 18] as const))('the statements of a script on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });

  async function run(sql: string) {
    const events: ScriptEvent[] = [];
    const { error } = await runScript({ ...cluster.adminAddress, user: 'postgres' }, sql, {
      maxRowsPerResult: 100,
      maxBytes: 100_000,
      onEvent: (event) => void events.push(event),
    });
    return {
      code: error?.code ?? null,
      statement: error?.statement,
      rows: events.flatMap((event) => (event.type === 'rows' ? event.rows.flat() : [])),
      notices: events.flatMap((event) => (event.type === 'notice' ? [event.message] : [])),
    };
  }

  it.each<[string, (string | null)[]]>([
    ['set local role anon; select current_user::text', ['anon']],
    [
      "select set_config('request.jwt.claims', '{}', true); select current_setting('request.jwt.claims')",
      ['{}', '{}'],
    ],
    ['declare c cursor for select 1; fetch all from c', ['1']],
    ['lock table auth.users in access share mode; select 2', ['2']],
    ['set transaction isolation level serializable; show transaction_isolation', ['serializable']],
    ['begin isolation level repeatable read; show transaction_isolation; commit', ['repeatable read']],
    ['begin; create table public.gone (); rollback; select to_regclass($$public.gone$$)', [null]],
    ['savepoint a; select 1', []],
    [
      'create temp table t (i int); insert into t values (1) returning i; update t set i = 2 returning i',
      ['1', '2'],
    ],
    ['prepare p as select 5; execute p; deallocate p', ['5']],
    [
      'create temp table t (i int); create rule r as on insert to t do also (select 1; select 2); select 3',
      ['3'],
    ],
  ])('%j', async (sql, rows) => {
    const ran = await run(sql);
    expect(ran.rows).toEqual(rows);
    expect(ran.code).toBe(sql.startsWith('savepoint') ? '25P01' : null);
    expect(ran.notices).toEqual([]);
  });

  it('are undone together when one fails, save what was committed', async () => {
    expect(await run('create table public.half (); select 1 / 0')).toMatchObject({ code: '22012' });
    expect(
      await run('create table public.kept (); commit; create table public.lost (); select 1 / 0'),
    ).toMatchObject({
      code: '22012',
    });
    expect(
      (await run("select to_regclass('public.half'), to_regclass('public.kept'), to_regclass('public.lost')"))
        .rows,
    ).toEqual([null, 'kept', null]);
    await run('drop table public.kept');
  });

  it('may not stand beside one that cannot be in a transaction', async () => {
    expect((await run('vacuum auth.users; select 1')).code).toBe('25001');
    expect((await run('create database other; select 1')).code).toBe('25001');
  });

  it('sees the changes of deferred constraints at the end', async () => {
    const { code, statement } = await run(
      'create temp table t (i int unique deferrable initially deferred); insert into t values (1), (1); select 1',
    );
    expect([code, statement]).toEqual(['23505', 2]);
  });
});
