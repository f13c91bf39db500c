import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { runReadOnlyQuery } from './read-only-query.ts';
import { runQuery } from './run-query.ts';

describe.each(inTurn([15, 18] as const))('runReadOnlyQuery on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  // Even a superuser must not get out: what the role may do is another wall.
  let target: ConnectionTarget;

  beforeAll(async () => {
    target = await cluster.createDatabase();
    await runQuery(
      target,
      `create table public.notes (id int); insert into public.notes values (1);
     create function public.sneak() returns void language plpgsql as $$ begin
       perform set_config('transaction_read_only', 'off', true); delete from public.notes; end $$;
     create procedure public.leave() language plpgsql as $$ begin commit; delete from public.notes; end $$`,
    );
  });

  it('answers what can be read', async () => {
    expect((await runReadOnlyQuery(target, 'select id from public.notes where id = $1', [1])).rows).toEqual([
      { id: 1 },
    ]);
    expect((await runReadOnlyQuery(target, 'show transaction_read_only')).rows).toEqual([
      { transaction_read_only: 'on' },
    ]);
  });

  it.each<[string, string]>([
    ['delete from public.notes', '25006'],
    ['with gone as (delete from public.notes returning id) select * from gone', '25006'],
    ['create table public.more ()', '25006'],
    ['commit; delete from public.notes', '42601'],
    ['select 1; delete from public.notes', '42601'],
    ['set transaction read write', '25001'],
    ['begin read write', '25001'],
    ["select set_config('transaction_read_only', 'off', true)", '25001'],
    ['do $$ begin set transaction read write; delete from public.notes; end $$', '25001'],
    ['do $$ begin commit; delete from public.notes; end $$', '2D000'],
    ['select public.sneak()', '25001'],
    ['call public.leave()', '2D000'],
    ['explain analyze delete from public.notes', '25006'],
    [
      "select nextval(pg_get_serial_sequence('storage.buckets', 'id')), setval('auth.refresh_tokens_id_seq', 1)",
      '25006',
    ],
  ])('refuses %j', async (sql, code) => {
    await expect(runReadOnlyQuery(target, sql)).rejects.toMatchObject({ code });
    expect((await runQuery(target, 'select id from public.notes')).rows).toEqual([{ id: 1 }]);
  });

  it('ends the transaction but nothing more with a lone COMMIT', async () => {
    expect(await runReadOnlyQuery(target, 'commit and chain')).toMatchObject({ command: 'COMMIT', rows: [] });
  });

  it.each([
    ['select pg_sleep(600)'],
    ["select set_config('statement_timeout', '0', false), pg_sleep(600)"],
    [
      'do $$ begin loop begin perform pg_sleep(600); exception when query_canceled then null; end; end loop; end $$',
    ],
  ])('ends %j after the timeout', async (sql) => {
    await expect(runReadOnlyQuery(target, sql, [], { statementTimeoutMs: 100 })).rejects.toMatchObject({
      code: '57014',
    });
  });

  it('shows a read-only role no more than the role may see', async () => {
    const reader = { ...target, user: 'supabase_read_only_user' };
    expect((await runReadOnlyQuery(reader, 'select current_user::text as me')).rows).toEqual([
      { me: reader.user },
    ]);
    await expect(runReadOnlyQuery(reader, "copy (select 1) to program 'cat'")).rejects.toMatchObject({
      code: '42501',
    });
    await expect(runReadOnlyQuery(reader, 'set role postgres')).rejects.toMatchObject({ code: '42501' });
  });
});
