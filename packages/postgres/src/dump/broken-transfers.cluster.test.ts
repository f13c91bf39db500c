import type { Worker } from 'node:worker_threads';
import { useTestCluster } from '@basalt/clusters/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { withClient } from '../connections/connect.ts';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { runQuery } from '../queries/run-query.ts';
import { type CopyStep, copyDatabase } from './copy-database.ts';

const cluster = useTestCluster();
const targets = useTestCluster({ name: 'target' });

/** Sessions in this database of everybody but the one that asks. */
async function sessions(target: ConnectionTarget): Promise<unknown[]> {
  const sql = `select pid, query from pg_catalog.pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  return [...(await runQuery(target, sql)).rows];
}

/** Threads of this process that were started and have not ended. */
const threads = new Set<Worker>();
let startedThreads = 0;
process.on('worker', (worker: Worker) => {
  startedThreads += 1;
  threads.add(worker);
  worker.once('exit', () => threads.delete(worker));
});

describe('a copy that does not end well', () => {
  let source: ConnectionTarget;

  beforeAll(async () => {
    source = await cluster.createDatabase();
    await withClient(source, (client) =>
      client.query(`create table public.numbers as select i, repeat('x', 500) as filler from generate_series(1, 40000) as i;
        create role writer; alter table public.numbers owner to writer`),
    );
  });

  it.each<CopyStep>(['pre-data', 'data', 'post-data'])(
    'leaves no session and no thread behind when it is called off at %s',
    async (step) => {
      const target = await targets.createDatabase();
      const stop = new AbortController();
      const onStep = (reached: CopyStep) => {
        // Not at once, so that the step is under way.
        if (reached === step) setTimeout(() => stop.abort(), 5);
      };
      const copy = copyDatabase(source, target, { onStep, signal: stop.signal });
      const startedBefore = startedThreads;
      await expect(copy).rejects.toMatchObject({ name: 'QueryError', code: '57014' });
      expect(startedThreads).toBeGreaterThan(startedBefore);
      expect(threads.size).toBe(0);
      await expect.poll(() => sessions(source)).toEqual([]);
      await expect.poll(() => sessions(target)).toEqual([]);
    },
  );

  it.each<['source' | 'target', CopyStep]>([
    ['source', 'data'],
    ['target', 'data'],
    ['source', 'pre-data'],
  ])('says so when the server of the %s goes away at %s', async (side, step) => {
    const target = await targets.createDatabase();
    const victim = side === 'source' ? source : target;
    let killed: Promise<unknown> | null = null;
    const onStep = (reached: CopyStep) => {
      if (reached !== step) return;
      killed = runQuery(
        victim,
        `select pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`,
      );
    };
    const failure = await copyDatabase(source, target, { onStep }).then(
      () => null,
      (error: unknown) => error,
    );
    await killed;
    expect(failure).toMatchObject({
      name: 'QueryError',
      code: expect.stringMatching(/^(57P01|08006|57014)$/),
    });
    expect(threads.size).toBe(0);
    await expect.poll(() => sessions(source)).toEqual([]);
    await expect.poll(() => sessions(target)).toEqual([]);
  });

  it('says what the target refuses', async () => {
    const target = await targets.createDatabase();
    await runQuery(target, 'create table public.numbers (i text)');
    await expect(copyDatabase(source, target)).rejects.toMatchObject({
      name: 'QueryError',
      code: '42P07',
      message: 'The table public.numbers could not be created: relation "numbers" already exists.',
    });
  });

  it('says at which table rows were refused', async () => {
    const from = await cluster.createDatabase();
    const target = await targets.createDatabase();
    // A row that the table would not take any more.
    await runQuery(from, 'create table public.stubborn (a int); insert into public.stubborn values (1)');
    await runQuery(from, 'create table public.fine (a int); insert into public.fine values (1)');
    await runQuery(from, 'alter table public.stubborn add check (a > 1) not valid');
    await runQuery(
      from,
      "update pg_catalog.pg_constraint set convalidated = true where conrelid = 'public.stubborn'::regclass",
    );
    await expect(copyDatabase(from, target)).rejects.toMatchObject({
      code: '23514',
      message: expect.stringMatching(/^The data of public\.stubborn could not be copied: .*\.$/),
    });
  });

  it('starts nothing when it was called off before', async () => {
    const target = await targets.createDatabase();
    await expect(copyDatabase(source, target, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: '57014',
    });
  });
});
