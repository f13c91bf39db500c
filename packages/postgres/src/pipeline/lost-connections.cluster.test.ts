import { useTestCluster } from '@basalt/clusters/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { runQuery } from '../queries/run-query.ts';
import { openPipeline, type PipelineOptions } from './open-pipeline.ts';
import type { Pipeline } from './pipeline.ts';
import { ask, sql } from './pipeline-for-test.ts';

const PID = 'select pg_backend_pid()::text';
const SLEEP = sql('select pg_sleep(600)');

// The last tests end the server.
describe('a pipeline that loses its connections', () => {
  const cluster = useTestCluster();
  const opened: Pipeline[] = [];
  afterEach(async () => void (await Promise.all(opened.splice(0).map((pipeline) => pipeline.close()))));

  function open(options: PipelineOptions = {}): Pipeline {
    const pipeline = openPipeline(cluster.adminAddress, {
      shortConnections: 1,
      longConnections: 1,
      ...options,
    });
    opened.push(pipeline);
    return pipeline;
  }
  /** The server may have its own view of processes: what it calls one is known only inside of it. */
  const signalInside = (command: string) =>
    runQuery(cluster.adminAddress, `copy (select 1) to program '${command}'`).catch(() => undefined);
  const asleep = async (count: number) => {
    const text = "select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'";
    await expect.poll(async () => (await runQuery(cluster.adminAddress, text)).rows[0]?.n).toBe(count);
  };
  const terminate = (pid: unknown) =>
    runQuery(cluster.adminAddress, 'select pg_terminate_backend($1, 5000)', [pid]);

  it('fails what is in flight with what the server says, and connects again', async () => {
    const pipeline = open();
    const pid = await ask(pipeline, PID);
    const inFlight = [SLEEP, sql('select 1'), sql('select 2')].map((group) =>
      pipeline.run([group], { pool: 'short' }),
    );
    const ended = Promise.allSettled(inFlight);
    await asleep(1);
    await terminate(pid);
    expect(await ended).toMatchObject(inFlight.map(() => ({ reason: { code: '57P01', severity: 'FATAL' } })));
    const next = await ask(pipeline, PID);
    expect(Number(next)).toBeGreaterThan(0);
    expect(next).not.toBe(pid);
  });

  it('does not notice the loss of one that nobody used', async () => {
    const pipeline = open();
    const pid = await ask(pipeline, PID);
    await terminate(pid);
    await expect.poll(() => ask(pipeline, PID).catch(() => pid)).not.toBe(pid);
  });

  it('fails what waits and what runs when it is closed, and everything after', async () => {
    const pipeline = open();
    const runs = [
      pipeline.run([SLEEP], { pool: 'long' }),
      pipeline.run([SLEEP], { pool: 'long' }),
      pipeline.runAndDecide([SLEEP], () => true),
      ask(pipeline, 'select 1'),
    ];
    const ended = Promise.allSettled(runs);
    await pipeline.close();
    expect(await ended).toMatchObject(runs.map(() => ({ reason: { code: '57P01' } })));
    await expect(ask(pipeline, 'select 1')).rejects.toMatchObject({ code: '57P01' });
    await pipeline.close();
  });

  it('says when nobody is there, or nobody lets it in', async () => {
    const { adminAddress: address } = cluster;
    const targets = [
      [{ ...address, port: 1 }, '08001'],
      [{ ...address, database: 'nothing' }, '3D000'],
      [{ ...address, user: 'nobody' }, '28000'],
    ] as const;
    for (const [target, code] of targets) {
      const pipeline = openPipeline(target);
      const runs = [1, 2, 3, 4, 5].map(() => ask(pipeline, 'select 1'));
      expect(await Promise.allSettled(runs)).toMatchObject(runs.map(() => ({ reason: { code } })));
      await pipeline.close();
    }
  });

  it('works again by itself after a crash of the server', async () => {
    const pipeline = open({ shortConnections: 2 });
    const victim = Number(await ask(pipeline, PID));
    const run = pipeline.run([SLEEP], { pool: 'long' }).catch((error) => error.code);
    await asleep(1);
    await signalInside(`kill -9 ${victim}`);
    expect(['57P02', '08006']).toContain(await run);
    const codes = new Set<unknown>();
    await expect
      .poll(() => ask(pipeline, "select 'back'").catch((error) => void codes.add(error.code)))
      .toBe('back');
    for (const code of codes) expect(['57P02', '57P03', '08006', '08001']).toContain(code);
  });

  it('fails plainly once the server has stopped', async () => {
    const pipeline = open();
    await ask(pipeline, 'select 1');
    const run = pipeline.run([SLEEP], { pool: 'long' }).catch((error) => error.code);
    await asleep(1);
    await signalInside('kill -INT $(head -n 1 postmaster.pid)');
    expect(await run).toBe('57P01');
    await expect.poll(() => ask(pipeline, 'select 1').catch((error) => error.code)).toBe('08001');
  });
});
