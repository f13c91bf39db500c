import { useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { connect } from '../connections/connect.ts';
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
      {
        type: 'complete',
        result: 0,
        command: 'CREATE TABLE',
        rowCount: null,
        truncated: false,
        milliseconds: expect.any(Number),
      },
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
      {
        type: 'complete',
        result: 1,
        command: 'INSERT',
        rowCount: 2,
        truncated: false,
        milliseconds: expect.any(Number),
      },
      expect.objectContaining({ type: 'notice', severity: 'NOTICE', message: 'halfway' }),
      {
        type: 'complete',
        result: 2,
        command: 'DO',
        rowCount: null,
        truncated: false,
        milliseconds: expect.any(Number),
      },
      expect.objectContaining({ type: 'fields', result: 3 }),
      {
        type: 'complete',
        result: 3,
        command: 'SELECT',
        rowCount: 0,
        truncated: false,
        milliseconds: expect.any(Number),
      },
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

  it('binds parameters as they are, and takes one statement then', async () => {
    const { events } = await run("select $1::text || 'b' as a, $2::int + 1, $3::date, '$1'", {
      parameters: ["a'; drop table x; --", '41', null],
    });
    expect(rowsOf(events)).toEqual([["a'; drop table x; --b", '42', null, '$1']]);
    expect(events.find(({ type }) => type === 'complete')).toMatchObject({ command: 'SELECT', rowCount: 1 });
    expect((await run('select 1; select 2', { parameters: [] })).outcome.error).toMatchObject({
      code: '42601',
    });
    expect((await run('select $1::int', { parameters: ['x'] })).outcome.error).toMatchObject({
      code: '22P02',
    });
    expect((await run('select $1, $2', { parameters: ['x'] })).outcome.error).toMatchObject({
      code: '08P01',
    });
  });

  it('shows every value as PostgreSQL writes it', async () => {
    const { events } = await run(
      `select 'NaN'::float8, '-infinity'::timestamp, 'infinity'::numeric, '\\x00ff'::bytea, array[[1,null],[3,4]],
         '<b>'||chr(8238)||chr(7), 12345678901234567890::numeric, '{"a":[null]}'::jsonb, row(1,'a,b'), interval '-1 day'`,
    );
    expect(rowsOf(events)).toEqual([
      ['NaN', '-infinity', 'Infinity', '\\x00ff', '{{1,NULL},{3,4}}', '<b>\u202e\u0007'].concat([
        '12345678901234567890',
        '{"a": [null]}',
        '(1,"a,b")',
        '-1 days',
      ]),
    ]);
  });

  it('tells what a statement answers before the next one has run, and how long each took', async () => {
    const gate = await connect(cluster.adminAddress);
    await gate.query('select pg_advisory_lock(77)');
    const times: number[] = [];
    const { outcome } = await run('select 1; select pg_advisory_lock(77); select 3', {
      onEvent: async (event) => {
        if (event.type !== 'complete') return;
        times.push(event.milliseconds);
        if (event.result === 0) await gate.query('select pg_sleep(0.3), pg_advisory_unlock(77)');
      },
    });
    await gate.end();
    expect(outcome).toMatchObject({ status: 'completed', results: 3 });
    expect(times[1]).toBeGreaterThan((times[0] ?? 0) + (times[2] ?? 0));
  });

  it('is one transaction, unless the script says otherwise', async () => {
    const { events } = await run(
      'create temp table t (); select txid_current(); insert into t default values; select txid_current(); commit; select txid_current()',
    );
    const [first, second, third] = rowsOf(events);
    expect(second).toEqual(first);
    expect(third).not.toEqual(first);
  });

  it.each([
    ["select 'open", '42601'],
    ['select "open', '42601'],
    ['select $a$ open', '42601'],
    ['select /* open', '42601'],
    ['listen x; begin; set role anon; set work_mem = 64', null],
    ['select 1 \\gx', '42601'],
  ])('is ready for the next run after %j', async (sql, code) => {
    expect((await run(sql)).outcome.error?.code ?? null).toBe(code);
    const next = await run(
      "select current_user::text, current_setting('work_mem'), txid_current_if_assigned()",
    );
    expect(rowsOf(next.events)).toEqual([[cluster.adminAddress.user, expect.stringMatching(/MB$/), null]]);
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
