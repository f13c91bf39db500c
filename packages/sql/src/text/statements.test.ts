import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitStatements } from './statements.ts';
import { isFiller, isPunctuation } from './token.ts';
import { tokenize } from './tokens.ts';

const texts = (sql: string) => splitStatements(sql).map(({ text }) => text);

describe('splitStatements', () => {
  it.each<[string, string[]]>([
    ['', []],
    [' ;; -- nothing\n; /* ; */', []],
    ['select 1', ['select 1']],
    ['select 1; select 2;', ['select 1', 'select 2']],
    ["select ';' as a; select 2", ["select ';' as a", 'select 2']],
    ['select 1 -- a; b\n, 2; select 3', ['select 1 -- a; b\n, 2', 'select 3']],
    ['/* before */ select 1 /* after */;', ['select 1']],
    ['do $$ begin; end $$; select 1', ['do $$ begin; end $$', 'select 1']],
    [
      'create rule r as on insert to t do (delete from a; delete from b); select 1',
      ['create rule r as on insert to t do (delete from a; delete from b)', 'select 1'],
    ],
    ['begin; select 1; end;', ['begin', 'select 1', 'end']],
    ['select 1); select 2', ['select 1)', 'select 2']],
  ])('splits %j', (sql, expected) => {
    expect(texts(sql)).toEqual(expected);
  });

  it.each([
    ['create function f() returns int language sql begin atomic select 1; select 2; end'],
    [
      'create or replace procedure p() begin atomic select case when true then 1 end; insert into t values (1); end',
    ],
    [
      'CREATE FUNCTION f(begin int) RETURNS int BEGIN ATOMIC SELECT t.end FROM t; SELECT CASE 1 WHEN 1 THEN 2 END; END',
    ],
  ])('keeps the body of %s together', (routine) => {
    expect(texts(`${routine}; select 3`)).toEqual([routine, 'select 3']);
  });

  it('gives pieces in order, with nothing but filler and semicolons between them', () => {
    const fragment = fc.constantFrom(
      'select',
      ' 1',
      ';',
      "'a;b'",
      '$$;$$',
      '--;\n',
      '/*;*/',
      '(',
      ')',
      'begin atomic',
      'end',
      'create function f()',
      '"',
      "'",
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 25 }), (parts) => {
        const sql = parts.join('');
        let at = 0;
        for (const { text, start, end } of splitStatements(sql)) {
          expectOnlyFiller(sql.slice(at, start));
          expect(sql.slice(start, end)).toBe(text);
          expect(text).not.toBe('');
          at = end;
        }
        expectOnlyFiller(sql.slice(at));
      }),
      { numRuns: 500 },
    );
  });
});

function expectOnlyFiller(gap: string): void {
  expect(tokenize(gap).filter((token) => !isFiller(token) && !isPunctuation(gap, token, ';'))).toEqual([]);
}
