import { useTestCluster } from '@basalt/clusters/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionTarget } from '../connections/connection-target.ts';
import { runQuery } from '../queries/run-query.ts';
import { runReadOnlyScript } from './run-read-only-script.ts';
import type { ScriptEvent } from './script-events.ts';

const cluster = useTestCluster();
let reader: ConnectionTarget;

beforeAll(async () => {
  const admin = await cluster.createDatabase();
  await runQuery(
    admin,
    `create type public.mood as enum ('good'); create table public.notes (id int, mood public.mood);
     insert into public.notes values (1, 'good');
     grant select on public.notes to supabase_read_only_user`,
  );
  reader = { ...admin, user: 'supabase_read_only_user' };
});

async function run(sql: string, options: Partial<Parameters<typeof runReadOnlyScript>[2]> = {}) {
  const events: ScriptEvent[] = [];
  const outcome = await runReadOnlyScript(reader, sql, {
    maxRowsPerResult: 1000,
    maxBytes: 10_000_000,
    onEvent: (event) => void events.push(event),
    ...options,
  });
  return { events, outcome, rows: events.flatMap((event) => (event.type === 'rows' ? event.rows : [])) };
}

describe('a script that only reads', () => {
  it('tells each statement as the other kind of run does', async () => {
    const { events, outcome } = await run('select id, mood from public.notes; -- and\nshow search_path;');
    expect(events).toEqual([
      { type: 'started', backendPid: expect.any(Number) },
      {
        type: 'fields',
        result: 0,
        fields: [
          expect.objectContaining({ name: 'id', type: 'int4' }),
          expect.objectContaining({ type: 'mood' }),
        ],
      },
      { type: 'rows', result: 0, rows: [['1', 'good']] },
      expect.objectContaining({ type: 'complete', result: 0, command: 'SELECT', rowCount: 1 }),
      expect.objectContaining({ type: 'fields', result: 1 }),
      expect.objectContaining({ type: 'rows', result: 1 }),
      expect.objectContaining({
        type: 'complete',
        result: 1,
        command: 'SHOW',
        milliseconds: expect.any(Number),
      }),
      { type: 'done', milliseconds: expect.any(Number) },
    ]);
    expect(outcome).toMatchObject({ status: 'completed', results: 2 });
  });

  it('is nothing for an empty text', async () => {
    expect((await run(' ; -- nothing')).events.map(({ type }) => type)).toEqual(['started', 'done']);
  });

  it('may begin and end transactions, which changes nothing', async () => {
    const { events, outcome } = await run('begin; select 1; commit; rollback; show transaction_read_only');
    expect(outcome.error).toBeNull();
    expect(events.flatMap((event) => (event.type === 'complete' ? [event.command] : []))).toEqual([
      ...['BEGIN', 'SELECT', 'COMMIT', 'ROLLBACK', 'SHOW'],
    ]);
    expect((await run('commit; show transaction_read_only')).rows).toEqual([['on']]);
  });

  it('binds parameters', async () => {
    expect((await run('select id from public.notes where mood = $1', { parameters: ['good'] })).rows).toEqual(
      [['1']],
    );
    expect((await run('select 1; select 2', { parameters: [] })).outcome.error).toMatchObject({
      code: '42601',
    });
  });

  it('counts the rows and bytes it does not send, and cuts long values', async () => {
    const { events, rows } = await run("select repeat('x', 100) from generate_series(1, 300000); select 1", {
      maxRowsPerResult: 700,
    });
    expect(rows).toHaveLength(701);
    expect(events.filter(({ type }) => type === 'complete')).toMatchObject([
      { rowCount: 300_000, truncated: true },
      { rowCount: 1, truncated: false },
    ]);
    const cut = await run("select 'a', repeat('é', 5000000)", { maxValueBytes: 5 });
    expect(cut.events).toContainEqual({
      type: 'rows',
      result: 0,
      rows: [['a', 'éé']],
      cut: [{ row: 0, column: 1, bytes: 10_000_000 }],
    });
  });

  it('takes a long text for one statement', async () => {
    const long = `select length('${'x'.repeat(1_100_000)}')`;
    expect((await run(long)).rows).toEqual([['1100000']]);
    expect((await run(`${long}; select 1`)).outcome.error).toMatchObject({ code: '42601' });
  });
});

describe('a script that only reads, when it fails', () => {
  it.each<[string, string, number, number | null]>([
    ['select 1; select * from nowhere; select 3', '42P01', 1, 25],
    ["select '🌋'; selec 2", '42601', 1, 13],
    ['select 1; delete from public.notes', '25006', 1, null],
    ['select 1; copy public.notes to stdout', '0A000', 1, 32],
    ['select 1; \\d', '42601', 1, 11],
  ])('%j says where, counted in the whole text', async (sql, code, statement, position) => {
    const { outcome } = await run(sql);
    expect(outcome).toMatchObject({ status: 'failed', error: { code, statement, position } });
  });

  it.each([
    ['select 1; select pg_sleep(600)'],
    ["select set_config('statement_timeout', '0', false), pg_sleep(600)"],
    [
      'do $$ begin loop begin perform pg_sleep(600); exception when query_canceled then null; end; end loop; end $$',
    ],
  ])('ends %j after the timeout', async (sql) => {
    const { outcome } = await run(sql, { statementTimeoutMs: 100 });
    expect(outcome).toMatchObject({ status: 'failed', error: { code: '57014' } });
  });

  it('can be cancelled', async () => {
    const controller = new AbortController();
    const { outcome } = await run('select 1; select pg_sleep(600)', {
      signal: controller.signal,
      onEvent: ({ type }) => {
        if (type === 'complete') setTimeout(() => controller.abort(), 50);
      },
    });
    expect(outcome).toMatchObject({ status: 'cancelled', results: 1, error: { code: '57014' } });
  });
});
