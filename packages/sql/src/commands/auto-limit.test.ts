import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitStatements } from '../text/statements.ts';
import { significantTokens } from '../text/tokens.ts';
import { applyAutoLimit } from './auto-limit.ts';

describe('applyAutoLimit', () => {
  it.each<[string, string]>([
    ['select * from t', 'select * from t limit 100;'],
    ['select * from t;', 'select * from t limit 100;'],
    ['\n SELECT 1 ; ; \n', '\n SELECT 1 limit 100;'],
    ['select * from (select * from t limit 5) x', 'select * from (select * from t limit 5) x limit 100;'],
    ["select 'a;b', 'a -- b', '/*', $$limit 5$$", "select 'a;b', 'a -- b', '/*', $$limit 5$$ limit 100;"],
    ['select "limit" from "offset"', 'select "limit" from "offset" limit 100;'],
    ['select rate_limit from unlimit', 'select rate_limit from unlimit limit 100;'],
    ['select t.limit, 1 as offset from t', 'select t.limit, 1 as offset from t limit 100;'],
    [
      'select array[1, 2], substring(a from 1 for 2) from t',
      'select array[1, 2], substring(a from 1 for 2) from t limit 100;',
    ],
    ['select 1 union select 2', 'select 1 union select 2 limit 100;'],
    ['select(1)', 'select(1) limit 100;'],
  ])('limits %j', (sql, expected) => {
    expect(applyAutoLimit(sql, 100)).toEqual({ sql: expected, limited: true });
  });

  it.each([
    [''],
    ['select 1; select 2'],
    ['insert into t select 1'],
    ['with a as (select 1) select * from a'],
    ['values (1)'],
    ['table t'],
    ['(select 1)'],
    ['explain select 1'],
    ['selection from t'],
    ['"select" 1'],
    ['select * from t limit 5'],
    ['select * from t LIMIT all'],
    ['select * from t limit 5 + 5 offset 2'],
    ['select * from t limit\n5'],
    ['select * from t offset 5'],
    ['select * from t fetch first 5 rows only'],
    ['select * from t fetch next row with ties'],
    ['select * from t for update'],
    ['select * from t for no key update'],
    ['select * from t for share skip locked'],
    ['select * into x from y'],
    ['select a into temp x from y'],
    ['select 1 -- one'],
    ['select /* one */ 1'],
    ['-- one\nselect 1'],
    ["select 'open"],
    ['select (1'],
    ['select 1)'],
    ['select (1]'],
    ['select "open'],
  ])('leaves %j alone', (sql) => {
    expect(applyAutoLimit(sql, 100)).toEqual({ sql, limited: false });
  });

  it.each([[0], [-1], [1.5], [Number.NaN], [Number.POSITIVE_INFINITY]])(
    'leaves a text alone for the limit %s',
    (limit) => {
      expect(applyAutoLimit('select 1', limit)).toEqual({ sql: 'select 1', limited: false });
    },
  );

  it('only ever adds three tokens behind one statement', () => {
    const fragment = fc.constantFrom(
      'select ',
      '* from t',
      ' limit 5',
      " 'x",
      "'",
      ' "',
      ';',
      '(',
      ')',
      '[',
      ' as ',
      'offset',
      ' for update',
      '--',
      '/*',
      '*/',
      '\n',
      '$$',
      " E'\\''",
      '.',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), (parts) => {
        const sql = `select ${parts.join('')}`;
        const result = applyAutoLimit(sql, 7);
        if (!result.limited) {
          expect(result.sql).toBe(sql);
          return;
        }
        expect(splitStatements(result.sql)).toHaveLength(1);
        const before = splitStatements(sql)[0]?.text ?? '';
        const texts = (text: string) =>
          significantTokens(text).map(({ start, end }) => text.slice(start, end));
        expect(texts(result.sql)).toEqual([...texts(before), 'limit', '7', ';']);
      }),
      { numRuns: 1000 },
    );
  });
});
