import { setTimeout as delay } from 'node:timers/promises';
import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runQuery } from '../queries/run-query.ts';
import { openPipeline, type PipelineOptions } from './open-pipeline.ts';
import type { Pipeline, PipelineStatement } from './pipeline.ts';
import { PipelineBusyError } from './pipeline-busy-error.ts';
import { ask, only, sql } from './pipeline-for-test.ts';

const SLEEP = sql('select pg_sleep(600)');

describe('pools of a pipeline', () => {
  const cluster = useTestCluster();
  const opened: Pipeline[] = [];
  let names = 0;

  /** A pipeline whose backends can be told from all others. */
  function open(options: PipelineOptions = {}) {
    names += 1;
    const applicationName = `pools ${names}`;
    const pipeline = openPipeline({ ...cluster.adminAddress, applicationName }, options);
    opened.push(pipeline);
    const backends = async () => {
      const text = 'select pid, state, wait_event from pg_stat_activity where application_name = $1';
      return (await runQuery(cluster.adminAddress, text, [applicationName])).rows;
    };
    const asleep = async (count: number) => {
      await expect
        .poll(async () => (await backends()).filter((row) => row.wait_event === 'PgSleep').length)
        .toBe(count);
    };
    return { pipeline, backends, asleep };
  }
  afterEach(async () => void (await Promise.all(opened.splice(0).map((pipeline) => pipeline.close()))));

  it('connect when there is something to do, and not more than allowed', async () => {
    const { pipeline, backends } = open({ shortConnections: 3, longConnections: 2 });
    expect(await backends()).toEqual([]);
    expect(await ask(pipeline, 'select 1')).toBe('1');
    expect(await backends()).toHaveLength(1);
    const run = (pool: 'short' | 'long') =>
      pipeline.run([sql('select pg_backend_pid()')], { pool }).then(only);
    const pids = await Promise.all(Array.from({ length: 100 }, (_, n) => run(n % 2 ? 'long' : 'short')));
    expect(new Set(pids).size).toBeLessThanOrEqual(5);
    expect((await backends()).length).toBeLessThanOrEqual(5);
  });

  it('close what nobody uses', async () => {
    const { pipeline, backends } = open({ idleTimeoutMs: 20 });
    await Promise.all([ask(pipeline, 'select 1'), pipeline.run([sql('select 1')], { pool: 'long' })]);
    await expect.poll(backends).toEqual([]);
    expect(await ask(pipeline, 'select 2')).toBe('2');
  });

  it('do not hold short groups up behind long ones', async () => {
    const { pipeline, asleep } = open({ longConnections: 1 });
    const long = [SLEEP, SLEEP, SLEEP].map((sleep) => pipeline.run([sleep], { pool: 'long' }));
    const ended = Promise.allSettled(long);
    await asleep(1);
    expect(await ask(pipeline, "select 'short'")).toBe('short');
    await pipeline.close();
    expect(await ended).toMatchObject(long.map(() => ({ reason: { code: '57P01' } })));
  });

  it('put nothing behind a short group that turns out slow', async () => {
    const { pipeline, asleep } = open({ shortConnections: 2 });
    const slow = pipeline.run([SLEEP], { pool: 'short' }).catch(() => 'ended');
    await asleep(1);
    // Longer than any quick one takes.
    await delay(200);
    const quick = Array.from({ length: 40 }, (_, n) => ask(pipeline, 'select $1', String(n)));
    expect(await Promise.all(quick)).toHaveLength(40);
    await pipeline.close();
    expect(await slow).toBe('ended');
  });

  it('serve long groups one at a time, in the order they came', async () => {
    const { pipeline } = open({ longConnections: 1 });
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        pipeline.run([sql('select pg_sleep(0.01)')], { pool: 'long' }).then(() => order.push(n)),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  it('refuse who waited too long', async () => {
    const { pipeline, asleep } = open({ longConnections: 1, acquireTimeoutMs: 1000 });
    const controller = new AbortController();
    const first = pipeline.run([SLEEP], { pool: 'long', signal: controller.signal });
    await asleep(1);
    await expect(pipeline.run([sql('select 1')], { pool: 'long' })).rejects.toBeInstanceOf(PipelineBusyError);
    await expect(pipeline.runAndDecide([sql('select 1')], () => true)).rejects.toMatchObject({
      code: '53300',
    });
    controller.abort();
    await expect(first).rejects.toMatchObject({ code: '57014' });
  });

  it('cancel a long group that is called off, and go on with the next', async () => {
    const { pipeline, backends, asleep } = open({ longConnections: 1 });
    const controllers = [new AbortController(), new AbortController()] as const;
    const [running, waiting] = controllers.map(({ signal }) =>
      pipeline.run([SLEEP], { pool: 'long', signal }),
    );
    const next = pipeline.run([sql("select 'next'")], { pool: 'long' });
    await asleep(1);
    const before = (await backends())[0]?.pid;
    controllers[1].abort();
    await expect(waiting).rejects.toMatchObject({ code: '57014' });
    controllers[0].abort();
    await expect(running).rejects.toMatchObject({ code: '57014' });
    expect(only(await next)).toBe('next');
    // A cancellation that arrives late must not hit somebody else.
    await vi.waitFor(async () => expect((await backends()).map(({ pid }) => pid)).not.toContain(before));
  });

  it('end a long group that does not listen to its cancellation', async () => {
    const { pipeline, backends, asleep } = open({ longConnections: 1 });
    const deaf = `do $$ begin loop
      begin perform pg_sleep(600); exception when query_canceled then null; end;
    end loop; end $$`;
    const controller = new AbortController();
    const run = pipeline.run([sql(deaf)], { pool: 'long', signal: controller.signal });
    await asleep(1);
    controller.abort();
    await expect(run).rejects.toMatchObject({ code: '57P01' });
    await expect.poll(backends).toEqual([]);
  });

  it('start nothing that was called off before', async () => {
    const { pipeline, backends } = open();
    const signal = AbortSignal.abort();
    for (const pool of ['short', 'long'] as const)
      await expect(pipeline.run([SLEEP], { pool, signal })).rejects.toMatchObject({ code: '57014' });
    await expect(pipeline.runAndDecide([SLEEP], () => true, { signal })).rejects.toMatchObject({
      code: '57014',
    });
    expect(await backends()).toEqual([]);
  });

  it('give right answers to hundreds of groups at the same time', async () => {
    const { pipeline } = open({ shortConnections: 2, longConnections: 2, statementCacheSize: 5 });
    await runQuery(cluster.adminAddress, 'create table public.numbers (n int primary key)');
    // What to send, and what must come back: the last value, or the code of the error.
    const kinds: ((n: number) => [answer: string, ...PipelineStatement[]])[] = [
      (n) => [String(n), sql('select $1', String(n))],
      (n) => [String((n % 30) + 1), sql(`select ${n % 30} + $1::int`, '1')],
      (n) => [String(n), sql('insert into public.numbers values ($1) returning n', String(n))],
      (n) => [
        '22012',
        sql('insert into public.numbers values ($1)', String(-n)),
        sql('select 1 / $1::int', '0'),
      ],
      (n) => ['42703', sql(`select no_such_column_${n % 7}`)],
      (n) => [String(n % 10).repeat(3000), sql('select repeat($1, 3000)', String(n % 10))],
    ];
    const groups = Array.from({ length: 600 }, (_, n) => {
      const [answer, ...statements] = kinds[(n * 7 + (n >> 3)) % kinds.length]!(n);
      return { statements, answer, pool: n % 5 ? 'short' : 'long' } as const;
    });
    const answers = await Promise.all(
      groups.map(({ statements, pool }) =>
        pipeline.run(statements, { pool }).then(only, (error) => error.code),
      ),
    );
    expect(answers).toEqual(groups.map(({ answer }) => answer));
    const kept = await runQuery(
      cluster.adminAddress,
      'select count(*)::int as count, min(n) as least from public.numbers',
    );
    const inserts = groups.filter(({ statements }) => statements[0]?.sql.includes('returning')).length;
    expect(kept.rows).toMatchObject([{ count: inserts }]);
    expect(kept.rows[0]?.least).toBeGreaterThanOrEqual(0);
  });
});
