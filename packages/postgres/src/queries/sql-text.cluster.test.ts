import { useTestCluster } from '@basalt/clusters/testing';
import {
  applyAutoLimit,
  nonReturningVerb,
  quoteIdent,
  quoteLiteral,
  RESERVED_WORDS,
  splitStatements,
} from '@basalt/sql';
import fc from 'fast-check';
import type { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../connections/connect.ts';
import { withSetting } from '../connections/connection-target.ts';

// What @basalt/sql says about a text, checked against the parser that decides.
const cluster = useTestCluster();
let client: Client;

beforeAll(async () => {
  client = await connect(withSetting(await cluster.createDatabase(), 'search_path', 'public'));
  await client.query(
    'create table public.t as select i as a, i % 3 as b, i::text as "limit" from generate_series(1, 20) i',
  );
});

afterAll(() => client.end());

const pick = (...texts: string[]) => fc.constantFrom(...texts);
const validSelect = fc
  .tuple(
    pick('select ', 'SELECT\n', 'select distinct ', 'select all '),
    pick(
      '*',
      'a, b',
      "a, ';' as semi, '--' as dash",
      '"limit"',
      't."limit"',
      'a as limit, b as offset',
      "E'\\'' as q, $$;$$ as d",
      'array[a, b]',
      '(select a limit 1)',
      "substring('abc' from 1 for 2)",
    ),
    pick(' into u', '', '', '', '', ''),
    pick(
      ' from t',
      ' from t as t (a, b, "limit")',
      ' from (select * from t limit 7 offset 1) t',
      ' from t cross join lateral (select 1 fetch first row only) x',
    ),
    pick('', ' where a > 3', " where 'limit 5' <> ''", ' where a in (select a from t order by a limit 2)'),
    pick(
      '',
      '',
      ' order by 1',
      ' limit 3',
      ' limit all',
      ' offset 2',
      ' fetch first 2 rows only',
      ' for update',
      ' for share of t',
      ' union all select * from t',
      ' limit\n3',
    ),
    pick('', ';', ' ; \n', ' -- end', ' /* end */;'),
  )
  .map((parts) => parts.join(''));

/** The number of rows, or null when the server refuses the statement. Nothing of it stays. */
async function rowCount(sql: string): Promise<number | null> {
  await client.query('begin');
  try {
    return (await client.query(sql)).rowCount;
  } catch {
    return null;
  } finally {
    await client.query('rollback');
  }
}

describe('applyAutoLimit', () => {
  it('breaks no statement that works, and keeps its promise', async () => {
    let limited = 0;
    await fc.assert(
      fc.asyncProperty(validSelect, async (sql) => {
        const before = await rowCount(sql);
        fc.pre(before !== null);
        const result = applyAutoLimit(sql, 5);
        limited += Number(result.limited);
        expect(await rowCount(result.sql)).toBe(result.limited ? Math.min(Number(before), 5) : before);
      }),
      { numRuns: 400 },
    );
    // About one statement in eight is limited; none at all would prove nothing.
    expect(limited).toBeGreaterThan(10);
  });
});

describe('splitStatements', () => {
  it('finds as many statements as the server', async () => {
    const sql = `
      create function pg_temp.f(a int) returns int language sql begin atomic select case when a > 1 then 2 else 3 end; select a; end;
      create rule r as on insert to t do also (delete from t where a = -1; delete from t where a = -2);
      select ';', $a$ ; $a$, E'\\';' -- ;
      ; /* ; /* ; */ */ do $$ begin null; end $$;`;
    await client.query('begin');
    const results = (await client.query(sql)) as unknown as unknown[];
    await client.query('rollback');
    expect(splitStatements(sql)).toHaveLength(results.length);
  });
});

describe('quoting', () => {
  it('reaches the server as the same text', async () => {
    const text = fc
      .string({ minLength: 1, maxLength: 15, unit: 'binary' })
      .filter((value) => !value.includes('\0') && value.isWellFormed());
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        const { rows } = await client.query(`select ${quoteLiteral(value)} as ${quoteIdent(value)}`);
        expect(rows).toEqual([{ [value]: value }]);
      }),
    );
  });

  it('knows every word that needs quotes', async () => {
    const { rows } = await client.query("select word from pg_get_keywords() where catcode <> 'U'");
    expect(rows.filter(({ word }) => !RESERVED_WORDS.has(word))).toEqual([]);
  });
});

describe('nonReturningVerb', () => {
  it.each([
    ['insert into t select 1'],
    ['with insert as (select 1 as a) update t set b = 1 from insert where false'],
    ['delete from t returning a'],
    ['select 1'],
    ['do $$ begin end $$'],
  ])('agrees with the server on %j', async (sql) => {
    await client.query('begin');
    const { fields } = await client.query(sql);
    await client.query('rollback');
    expect(nonReturningVerb(sql) === null).toBe(fields.length > 0);
  });
});
