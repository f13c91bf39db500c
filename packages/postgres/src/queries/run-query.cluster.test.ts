import { useTestCluster } from '@basalt/clusters/testing';
import { describe, expect, it } from 'vitest';
import { runQuery } from './run-query.ts';

const cluster = useTestCluster();
const rows = async (sql: string, parameters?: readonly unknown[]) =>
  (await runQuery(cluster.adminAddress, sql, parameters)).rows;

describe('runQuery', () => {
  it('answers the rows of the last statement that has any', async () => {
    expect(await rows('select 1 as a; select 2 as b; do $$ begin end $$')).toEqual([{ b: 2 }]);
    expect(await rows('create temp table t (a int)')).toEqual([]);
    expect(await rows('')).toEqual([]);
  });

  it('answers JSON', async () => {
    const sql = `select 9007199254740993 as big, 1.50 as exact, 'NaN'::float8 as odd, '{"a": [1]}'::jsonb as doc, true as yes,
      null as nothing, array['a,b', null] as list, '\\x00ff'::bytea as bytes, 1 as "__proto__", interval '1 day' as span`;
    expect(JSON.stringify(await rows(sql))).toBe(
      JSON.stringify([
        Object.fromEntries([
          ['big', '9007199254740993'],
          ['exact', '1.50'],
          ['odd', 'NaN'],
          ['doc', { a: [1] }],
          ['yes', true],
          ['nothing', null],
          ['list', ['a,b', null]],
          ['bytes', '\\x00ff'],
          ['__proto__', 1],
          ['span', '1 day'],
        ]),
      ]),
    );
  });

  it('passes parameters as values, never as SQL', async () => {
    const hostile = "'; drop table t; --";
    expect(
      await rows('select $1::text as a, $2::int + 1 as b, $3::text[] as c, $4::jsonb as d', [
        hostile,
        41,
        [hostile, null],
        { x: hostile },
      ]),
    ).toEqual([{ a: hostile, b: 42, c: [hostile, null], d: { x: hostile } }]);
  });

  it('takes exactly one statement with parameters, even with none of them', async () => {
    await expect(rows('select 1; select 2', [])).rejects.toMatchObject({ code: '42601' });
    await expect(rows('select $1', [1, 2])).rejects.toMatchObject({ code: '08P01' });
  });

  it('runs several statements as one transaction', async () => {
    await expect(rows('create table public.half (); select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect(await rows("select to_regclass('public.half')::text as half")).toEqual([{ half: null }]);
  });

  it.each([
    ['many rows', "select repeat('x', 1000) from generate_series(1, 1000000)"],
    ['one value', "select repeat('x', 50000000)"],
  ])('refuses a result that is too large: %s', async (_name, sql) => {
    await expect(runQuery(cluster.adminAddress, sql, undefined, { maxBytes: 100_000 })).rejects.toMatchObject(
      {
        code: '54000',
        message: expect.stringContaining('LIMIT'),
      },
    );
  });

  it('can be cancelled and timed out', async () => {
    const controller = new AbortController();
    const cancelled = runQuery(cluster.adminAddress, 'select pg_sleep(600)', undefined, {
      signal: controller.signal,
    });
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: '57014', message: 'The query was canceled.' });
    const late = runQuery(cluster.adminAddress, 'select pg_sleep(600)', [], { statementTimeoutMs: 50 });
    await expect(late).rejects.toMatchObject({ code: '57014', message: expect.stringContaining('timeout') });
  });

  it('refuses COPY that needs a client', async () => {
    await expect(rows('copy pg_class to stdout')).rejects.toMatchObject({ code: '0A000' });
  });
});
