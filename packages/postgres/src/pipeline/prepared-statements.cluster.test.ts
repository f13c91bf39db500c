import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { runQuery } from '../queries/run-query.ts';
import { openPipeline } from './open-pipeline.ts';
import type { Pipeline, PipelineStatement } from './pipeline.ts';
import { ask, asRole, only, sql, texts } from './pipeline-for-test.ts';

const SHORT = { pool: 'short' } as const;
/** What the server keeps for the connection that asks. */
const PREPARED: PipelineStatement = {
  sql: `select statement from pg_prepared_statements order by statement`,
  values: [],
  reuse: false,
};

describe('prepared statements of a pipeline', () => {
  const cluster = useTestCluster();
  let admin: ConnectionTarget;
  let pipeline: Pipeline;

  beforeAll(async () => {
    admin = await cluster.createDatabase();
    await runQuery(
      admin,
      `create table public.items (id int, name text);
       insert into public.items values (1, 'one');
       alter table public.items disable row level security;
       grant all on public.items to anon;
       create function public.forget() returns text language plpgsql as $$ begin execute 'deallocate all'; return 'forgot'; end $$`,
    );
  });
  beforeEach(() => {
    pipeline = openPipeline(admin, { shortConnections: 1, longConnections: 1, statementCacheSize: 3 });
  });
  afterEach(() => pipeline.close());

  const prepared = async () => texts((await pipeline.run([PREPARED], SHORT))[0]).flat();

  it('are made once, for those that come again', async () => {
    for (const n of ['1', '2', '3']) expect(await ask(pipeline, 'select $1', n)).toBe(n);
    await pipeline.run([{ sql: 'select 5', values: [], reuse: false }], SHORT);
    expect(await prepared()).toEqual(['select $1']);
  });

  it('are kept apart by plan key', async () => {
    const statement = { sql: 'select 1', values: [], reuse: true };
    await pipeline.run([{ ...statement, planKey: 'a' }], SHORT);
    await pipeline.run([{ ...statement, planKey: 'b' }], SHORT);
    await pipeline.run([{ ...statement, planKey: 'a' }], SHORT);
    expect(await prepared()).toEqual(['select 1', 'select 1']);
  });

  it('leave when others are used more', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => ask(pipeline, `select ${n % 10}`).then(Number)),
    );
    expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => n % 10));
    for (const n of [7, 8, 7, 9, 7, 5]) expect(await ask(pipeline, `select ${n}`)).toBe(String(n));
    expect(await prepared()).toEqual(['select 5', 'select 7', 'select 9']);
  });

  it('are not doubled by groups that start together', async () => {
    await Promise.all(Array.from({ length: 8 }, () => ask(pipeline, 'select 1')));
    await ask(pipeline, 'select 2');
    expect(await prepared()).toEqual(['select 1', 'select 2']);
  });

  it('do not depend on a neighbour that failed before they were prepared', async () => {
    const read = sql('select name from public.items');
    const [failed, good] = await Promise.allSettled([
      pipeline.run([asRole('nobody'), read], SHORT),
      pipeline.run([asRole('anon'), read], SHORT),
    ]);
    expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22023' } });
    expect(good.status === 'fulfilled' && only(good.value)).toBe('one');
  });

  it('are not remembered when they are wrong, and work once they are right', async () => {
    const read = () => ask(pipeline, 'select max(id)::text from public.not_yet');
    await expect(read()).rejects.toMatchObject({ code: '42P01' });
    await runQuery(admin, 'create table public.not_yet as select 5 as id');
    expect(await read()).toBe('5');
    expect(await read()).toBe('5');
  });

  it('stay when their values are wrong', async () => {
    const divide = (by: string) => ask(pipeline, 'select (1 / $1::int)::text', by);
    expect(await divide('1')).toBe('1');
    await expect(divide('0')).rejects.toMatchObject({ code: '22012' });
    await expect(divide('x')).rejects.toMatchObject({ code: '22P02' });
    expect(await divide('1')).toBe('1');
    expect(await prepared()).toEqual(['select (1 / $1::int)::text']);
  });

  it('see what was changed in between', async () => {
    const read = () => ask(pipeline, 'select json_agg(t)::text from (select * from public.items) t');
    expect(await read()).toBe('[{"id":1,"name":"one"}]');
    await runQuery(admin, 'alter table public.items add column more int default 7, drop column name');
    expect(await read()).toBe('[{"id":1,"more":7}]');
    await runQuery(admin, "alter table public.items drop column more, add column name text default 'one'");
    expect(await read()).toBe('[{"id":1,"name":"one"}]');
  });

  it('are prepared again when their columns changed', async () => {
    const read = async () => texts((await pipeline.run([sql('select * from public.items')], SHORT))[0])[0];
    expect(await read()).toHaveLength(2);
    await runQuery(admin, 'alter table public.items add column more int default 7');
    expect(await read()).toHaveLength(3);
  });

  it('are prepared again when a function threw them away', async () => {
    expect(await ask(pipeline, 'select $1', 'a')).toBe('a');
    const answers = await Promise.all([
      ask(pipeline, 'select public.forget()'),
      ask(pipeline, 'select $1', 'b'),
      ask(pipeline, 'select $1', 'c'),
    ]);
    expect(answers).toEqual(['forgot', 'b', 'c']);
    const decided = await pipeline.runAndDecide([sql('select public.forget()')], () => true);
    expect(only(decided)).toBe('forgot');
    expect(only(await pipeline.runAndDecide([sql('select $1', 'd')], () => true))).toBe('d');
  });
});
