import { inTurn, useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { QueryError } from '../errors/query-error.ts';
import { runQuery } from '../queries/run-query.ts';
import { openPipeline } from './open-pipeline.ts';
import type { Pipeline } from './pipeline.ts';
import { ask, asRole, only, sql, texts } from './pipeline-for-test.ts';

const SHORT = { pool: 'short' } as const;

describe.each(inTurn([15, 17, 18] as const))('groups on PostgreSQL %i', (major) => {
  const cluster = useTestCluster({ major });
  let admin: ConnectionTarget;
  // One connection, so that everybody is everybody's neighbour.
  let pipeline: Pipeline;

  beforeAll(async () => {
    admin = await cluster.createDatabase();
    await runQuery(
      admin,
      `create table public.notes (id int primary key, body text);
       alter table public.notes enable row level security;
       create policy everything on public.notes to anon using (true) with check (true);
       grant all on public.notes to anon;
       create table public.later (id int unique deferrable initially deferred);
       alter table public.later disable row level security;
       grant all on public.later to anon`,
    );
    pipeline = openPipeline({ ...admin, user: 'authenticator' }, { shortConnections: 1 });
  });
  afterAll(() => pipeline.close());

  const ids = async () => (await runQuery(admin, 'select id from public.notes order by id')).rows;

  it('answer with rows and commands', async () => {
    const insert = sql('insert into public.notes values ($1, $2), ($3, $4)', '1', 'one', '2', null);
    const read = sql('select id, body from public.notes order by id');
    const results = await pipeline.run(
      [asRole('anon'), insert, read, sql(''), sql('delete from public.notes')],
      SHORT,
    );
    expect(results.map(({ command }) => command)).toEqual([
      'SELECT 1',
      'INSERT 0 2',
      'SELECT 2',
      '',
      'DELETE 2',
    ]);
    expect(texts(results[2])).toEqual([
      ['1', 'one'],
      ['2', null],
    ]);
  });

  it('take effect as a whole or not at all, and leave neighbours alone', async () => {
    const write = (id: string) => sql('insert into public.notes values ($1)', id);
    const outcomes = await Promise.allSettled([
      pipeline.run([asRole('anon'), write('1')], SHORT),
      pipeline.run([asRole('anon'), write('2'), write('2')], SHORT),
      pipeline.run([asRole('anon'), sql('select nonsense')], SHORT),
      pipeline.run([asRole('nobody'), write('3')], SHORT),
      pipeline.run([asRole('anon'), write('not a number')], SHORT),
      pipeline.run([asRole('anon'), write('4')], SHORT),
    ]);
    expect(outcomes.map((outcome) => outcome.status === 'fulfilled' || outcome.reason.code)).toEqual([
      true,
      '23505',
      '42703',
      '22023',
      '22P02',
      true,
    ]);
    expect(await ids()).toEqual([{ id: 1 }, { id: 4 }]);
  });

  it('fail with what the server says at their very end', async () => {
    const twice = sql('insert into public.later values (1), (1)');
    await expect(pipeline.run([asRole('anon'), twice], SHORT)).rejects.toMatchObject({
      code: '23505',
      table: 'later',
    });
    expect(await ask(pipeline, "select 'still here'")).toBe('still here');
  });

  it('keep role and settings to themselves', async () => {
    const settings = sql(
      "select set_config('request.jwt.claims', $1, true), set_config('search_path', $2, true)",
      '{"sub":"me"}',
      'pg_catalog',
    );
    const look = sql("select concat_ws(' ', current_user, current_setting('request.jwt.claims', true))");
    const [inside, outside, failed, after] = await Promise.all([
      pipeline.run([asRole('anon'), settings, look], SHORT).then(only),
      pipeline.run([look], SHORT).then(only),
      pipeline.run([asRole('anon'), settings, sql('select 1/0')], SHORT).catch((error) => error.code),
      pipeline.run([look], SHORT).then(only),
    ]);
    expect([inside, outside?.trim(), failed, after?.trim()]).toEqual([
      'anon {"sub":"me"}',
      'authenticator',
      '22012',
      'authenticator',
    ]);
  });

  it('can be read only', async () => {
    const readOnly = sql("select set_config('transaction_read_only', 'on', true)");
    const write = sql('delete from public.notes');
    await expect(pipeline.run([readOnly, asRole('anon'), write], SHORT)).rejects.toMatchObject({
      code: '25006',
    });
  });

  it('are refused alone for text that cannot be sent', async () => {
    const outcomes = await Promise.allSettled([
      ask(pipeline, 'select $1', 'before'),
      ask(pipeline, 'select $1', 'nul \0'),
      ask(pipeline, 'select $1', 'half \ud83d'),
      ask(pipeline, 'select $1', Buffer.from([0x61, 0xff])),
      ask(pipeline, "select '\0'"),
      ask(pipeline, 'select $1', 'after 😀'),
    ]);
    expect(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code)),
    ).toEqual(['before', '22021', '22021', '22021', '22021', 'after 😀']);
  });

  it('are refused when they leave a transaction open, and their neighbours run somewhere else or fail', async () => {
    const outcomes = await Promise.allSettled([
      pipeline.run([sql('begin'), asRole('anon'), sql('insert into public.notes values (77)')], SHORT),
      ask(pipeline, 'select 1'),
    ]);
    expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: { code: '25000' } });
    if (outcomes[1]?.status === 'rejected') expect(outcomes[1].reason).toBeInstanceOf(QueryError);
    expect(await ask(pipeline, "select 'again'")).toBe('again');
    expect(await ids()).not.toContainEqual({ id: 77 });
  });

  it('cannot be COPY from the client', async () => {
    await expect(pipeline.run([sql('copy public.notes from stdin')], SHORT)).rejects.toBeInstanceOf(
      QueryError,
    );
    expect(await ask(pipeline, "select 'again'")).toBe('again');
  });
});
