import { useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { runScript } from './run-script.ts';
import type { ScriptEvent, ScriptOutcome } from './script-events.ts';

const cluster = useTestCluster();

async function run(sql: string, options: Partial<Parameters<typeof runScript>[2]> = {}) {
  const events: ScriptEvent[] = [];
  const outcome: ScriptOutcome = await runScript(cluster.adminAddress, sql, {
    maxRowsPerResult: 1000,
    maxBytes: 10_000_000,
    onEvent: (event) => void events.push(event),
    ...options,
  });
  return { events, outcome };
}

function rowsOf(events: readonly ScriptEvent[]) {
  return events.flatMap((event) => (event.type === 'rows' ? event.rows : []));
}

describe('a script that works', () => {
  it('tells each statement in order, as plain JSON', async () => {
    const { events, outcome } = await run(`
      create temp table t (id int primary key, at timestamptz); -- a table
      insert into t values (1, '2024-02-29 12:00:00.123456+00'), (2, null) returning *;
      do $$ begin raise notice 'halfway'; end $$;
      select id, array[id] as ids from t where false;`);
    expect(JSON.parse(JSON.stringify(events))).toEqual(events);
    expect(events).toEqual([
      { type: 'started', backendPid: expect.any(Number) },
      { type: 'complete', result: 0, command: 'CREATE TABLE', rowCount: null, truncated: false },
      {
        type: 'fields',
        result: 1,
        fields: [
          { name: 'id', type: 'int4', tableId: expect.any(Number), columnId: 1 },
          { name: 'at', type: 'timestamptz', tableId: expect.any(Number), columnId: 2 },
        ],
      },
      {
        type: 'rows',
        result: 1,
        rows: [
          ['1', expect.stringContaining('.123456')],
          ['2', null],
        ],
      },
      { type: 'complete', result: 1, command: 'INSERT', rowCount: 2, truncated: false },
      expect.objectContaining({ type: 'notice', severity: 'NOTICE', message: 'halfway' }),
      { type: 'complete', result: 2, command: 'DO', rowCount: null, truncated: false },
      expect.objectContaining({ type: 'fields', result: 3 }),
      { type: 'complete', result: 3, command: 'SELECT', rowCount: 0, truncated: false },
      { type: 'done', milliseconds: expect.any(Number) },
    ]);
    expect(outcome).toEqual({
      status: 'completed',
      results: 4,
      milliseconds: expect.any(Number),
      error: null,
    });
  });

  it('names the types of the database', async () => {
    const { events } = await run(`
      create type public.mood as enum ('good'); commit;
      select 'good'::public.mood as a, array['good'::public.mood] as b, 1::oid as c, '{}'::text[] as d;`);
    const fields = events.find((event) => event.type === 'fields')?.fields;
    expect(fields?.map(({ type }) => type)).toEqual(['mood', 'mood[]', 'oid', 'text[]']);
    await run('drop type public.mood');
  });

  it('runs nothing for an empty text', async () => {
    expect((await run(' -- nothing')).events.map(({ type }) => type)).toEqual(['started', 'done']);
  });

  it('takes a megabyte of SQL', async () => {
    expect(rowsOf((await run(`select length('${'x'.repeat(1_000_000)}')`)).events)).toEqual([['1000000']]);
  });

  it('leaves no setting and no transaction behind', async () => {
    await run("begin; create table public.left_over (); set work_mem = '1MB'");
    expect(rowsOf((await run("select to_regclass('public.left_over')")).events)).toEqual([[null]]);
  });
});

describe('a script that fails', () => {
  it.each<[string, string, number, number | null]>([
    ['select 1; select * from nowhere; select 3', '42P01', 1, 25],
    ['select 1; select 2; selec 3', '42601', 2, 21],
    ["select 1; do $$ begin raise exception 'no' using errcode = 'P0123'; end $$", 'P0123', 1, null],
    ['select 1; copy pg_class to stdout', '0A000', 1, 28],
    ['select 1;\nselect 2\0', '22021', 1, 19],
  ])('%j says where', async (sql, code, statement, position) => {
    const { events, outcome } = await run(sql);
    expect(outcome).toMatchObject({ status: 'failed', error: { code, statement, position } });
    expect(events.slice(-2)).toMatchObject([{ type: 'error', code, statement, position }, { type: 'done' }]);
  });

  it('undoes what the statements before it did', async () => {
    await run('create table public.half (); select 1 / 0');
    expect(rowsOf((await run("select to_regclass('public.half')")).events)).toEqual([[null]]);
  });

  it('tells when there is no server', async () => {
    const events: ScriptEvent[] = [];
    const outcome = await runScript({ ...cluster.adminAddress, host: '/nowhere' }, 'select 1', {
      maxRowsPerResult: 1,
      maxBytes: 1,
      onEvent: (event) => void events.push(event),
    });
    expect(outcome).toMatchObject({ status: 'failed', results: 0, error: { code: '08001' } });
    expect(events.map(({ type }) => type)).toEqual(['error', 'done']);
  });

  it('obeys the timeout', async () => {
    const { outcome } = await run('select pg_sleep(600)', { statementTimeoutMs: 100 });
    expect(outcome).toMatchObject({
      status: 'failed',
      error: { code: '57014', message: expect.stringContaining('timeout') },
    });
  });

  it('tells why the server hung up', async () => {
    const { outcome } = await run('select pg_terminate_backend(pg_backend_pid()), pg_sleep(600)');
    expect(outcome).toMatchObject({ status: 'failed', error: { code: '57P01' } });
  });
});

describe('caps', () => {
  it('counts the rows it does not send, for each result anew', async () => {
    const { events } = await run('select * from generate_series(1, 1000000); select 1', {
      maxRowsPerResult: 700,
    });
    expect(rowsOf(events)).toHaveLength(701);
    expect(events.filter(({ type }) => type === 'complete')).toMatchObject([
      { rowCount: 1_000_000, truncated: true },
      { rowCount: 1, truncated: false },
    ]);
  });

  it('sends no more bytes than allowed', async () => {
    const { events } = await run("select repeat('x', 1000) from generate_series(1, 5000)", {
      maxBytes: 20_500,
    });
    expect(rowsOf(events)).toHaveLength(20);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'complete', rowCount: 5000, truncated: true }),
    );
  });

  it('sends rows in small batches', async () => {
    const { events } = await run("select repeat('x', 100) from generate_series(1, 900)");
    const batches = events.flatMap((event) => (event.type === 'rows' ? [event.rows.length] : []));
    expect(Math.max(...batches)).toBeLessThanOrEqual(500);
    expect(batches.reduce((sum, size) => sum + size, 0)).toBe(900);
  });

  it('cuts a value of 50 MB, says so, and keeps the columns behind it', async () => {
    const { events } = await run("select 'a' as a, repeat('é', 25000000) as b, 'c' as c", {
      maxValueBytes: 5,
    });
    expect(events).toContainEqual({
      type: 'rows',
      result: 0,
      rows: [['a', 'éé', 'c']],
      cut: [{ row: 0, column: 1, bytes: 50_000_000 }],
    });
  });

  it('stops telling notices at a thousand', async () => {
    const { events } = await run("do $$ begin for i in 1..3000 loop raise notice '%', i; end loop; end $$");
    expect(events.filter(({ type }) => type === 'notice')).toHaveLength(1000);
  });
});
