import { useTestCluster } from '@basalt/clusters/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuery } from '../queries/run-query.ts';
import { openPipeline } from './open-pipeline.ts';
import type { Pipeline } from './pipeline.ts';
import { asRole, only, sql, texts } from './pipeline-for-test.ts';

describe('runAndDecide', () => {
  const cluster = useTestCluster();
  let pipeline: Pipeline;

  beforeAll(async () => {
    await runQuery(
      cluster.adminAddress,
      `create table public.marks (id int unique deferrable initially deferred);
       alter table public.marks disable row level security;
       grant all on public.marks to anon`,
    );
    pipeline = openPipeline({ ...cluster.adminAddress, user: 'authenticator' }, { longConnections: 1 });
  });
  afterAll(() => pipeline.close());

  const insert = (id: number) => [
    asRole('anon'),
    sql('insert into public.marks values ($1) returning id', String(id)),
  ];
  const ids = async () =>
    (await runQuery(cluster.adminAddress, 'select id from public.marks order by id')).rows.map(
      ({ id }) => id,
    );
  /** The connection must be as new for whoever comes next. */
  const isClean = async () => {
    const text = "select state from pg_stat_activity where usename = 'authenticator' and state <> 'idle'";
    await expect.poll(async () => (await runQuery(cluster.adminAddress, text)).rows).toEqual([]);
    const look = sql('select current_user');
    expect(only(await pipeline.run([look], { pool: 'long' }))).toBe('authenticator');
  };

  it('keeps or takes back, as was decided by the results', async () => {
    const seen: unknown[] = [];
    const decide = (keep: boolean) => (results: Parameters<Parameters<Pipeline['runAndDecide']>[1]>[0]) => {
      seen.push(...results.map((result) => [result.command, ...texts(result).flat()]));
      return keep;
    };
    expect(only(await pipeline.runAndDecide(insert(1), decide(true)))).toBe('1');
    expect(only(await pipeline.runAndDecide(insert(2), decide(false)))).toBe('2');
    expect(seen).toEqual([
      ['SELECT 1', 'anon'],
      ['INSERT 0 1', '1'],
      ['SELECT 1', 'anon'],
      ['INSERT 0 1', '2'],
    ]);
    expect(await ids()).toEqual([1]);
    await isClean();
  });

  it('takes back when the decision throws, and passes that on', async () => {
    const decide = () => {
      throw new TypeError('undecided');
    };
    await expect(pipeline.runAndDecide(insert(3), decide)).rejects.toThrow(TypeError);
    expect(await ids()).toEqual([1]);
    await isClean();
  });

  it('asks nobody when a statement fails', async () => {
    const decide = () => {
      throw new Error('must not be asked');
    };
    const failing = [...insert(4), sql('select 1 / 0')];
    await expect(pipeline.runAndDecide(failing, decide)).rejects.toMatchObject({ code: '22012' });
    await expect(pipeline.runAndDecide([sql('select $1', '\0')], decide)).rejects.toMatchObject({
      code: '22021',
    });
    expect(await ids()).toEqual([1]);
    await isClean();
  });

  it('fails when the end of the transaction fails', async () => {
    await expect(pipeline.runAndDecide(insert(1), () => true)).rejects.toMatchObject({ code: '23505' });
    expect(await ids()).toEqual([1]);
    await isClean();
  });

  it('takes back what is called off', async () => {
    const controller = new AbortController();
    const decide = () => {
      throw new Error('must not be asked');
    };
    const slow = [...insert(5), sql('select pg_sleep(600)')];
    const run = pipeline.runAndDecide(slow, decide, { signal: controller.signal });
    await expect
      .poll(async () => {
        const text = "select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'";
        return (await runQuery(cluster.adminAddress, text)).rows[0]?.n;
      })
      .toBe(1);
    controller.abort();
    await expect(run).rejects.toMatchObject({ code: '57014' });
    expect(await ids()).toEqual([1]);
    await isClean();
  });

  it('runs one after the other on one connection', async () => {
    const runs = [10, 11, 12, 13].map((id) => pipeline.runAndDecide(insert(id), () => id % 2 === 0));
    expect((await Promise.all(runs)).map(only)).toEqual(['10', '11', '12', '13']);
    expect(await ids()).toEqual([1, 10, 12]);
  });
});
