import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteLiteral } from '../text/identifiers.ts';
import { isString } from '../text/token.ts';
import { significantTokens } from '../text/tokens.ts';
import { applyParameters } from './apply-parameters.ts';
import { parameterPlaces } from './parameter-places.ts';

describe('applyParameters', () => {
  it.each<[string, Record<string, string>, string, string[]]>([
    ['select :a, :b, :a', { a: "x'", b: '' }, 'select $1, $2, $1', ["x'", '']],
    ['@set a = 1\nselect :a;', {}, 'select $1;', ['1']],
    ['@set a = 1\nselect :a', { a: '' }, 'select $1', ['']],
    ['@set a = 1; select :a', {}, 'select $1', ['1']],
    ['select :a\n@set a = 1', {}, 'select $1', ['1']],
    ["@set a = it's\n-- it's\nselect :a", {}, "-- it's\nselect $1", ["it's"]],
    [
      'with x as (select :a) delete from t where b=:b',
      { a: '1', b: '2' },
      'with x as (select $1) delete from t where b=$2',
      ['1', '2'],
    ],
    ['(select :a)', { a: '1' }, '(select $1)', ['1']],
    ['select date :d, :d::date', { d: '2020-01-01' }, "select date '2020-01-01', $1::date", ['2020-01-01']],
    ['select a:a', { a: '1' }, 'select a $1', ['1']],
    ['select 1', { a: '1' }, 'select 1', []],
    ['select $1', {}, 'select $1', []],
    [
      'select :a; select :b',
      { a: "x'; drop table t; --", b: '\\' },
      "select 'x''; drop table t; --'; select E'\\\\'",
      [],
    ],
    ['create table t (a text default :a)', { a: 'b' }, "create table t (a text default 'b')", []],
    [
      '@set a:int = 5\n@set b:float = x\n@set c = 7\nselect :a-:a; select :b, :c',
      {},
      "select 5 - 5; select 'x', '7'",
      [],
    ],
    ['@set a:int = -5\nselect 1-:a; select 1', {}, "select 1- '-5'; select 1", []],
    ["select 'a'\n:a; select 1", { a: 'b' }, "select 'a'\n /**/ 'b'; select 1", []],
  ])('fills %j with %j', (sql, values, expected, bound) => {
    expect(applyParameters(sql, values)).toEqual({ sql: expected, values: bound });
  });

  it.each<[string, Record<string, string>, string]>([
    ['select :a, :missing', { a: '1' }, 'missing'],
    ['select :toString', {}, 'toString'],
    ['select :a, $2', { a: '1' }, '$2'],
    ['select :a', { a: '\0' }, '"a"'],
    ['select 1; select :a', { a: '\0' }, '"a"'],
  ])('refuses %j with %j', (sql, values, named) => {
    expect(() => applyParameters(sql, values)).toThrow(named);
  });

  const value = fc.oneof(
    fc
      .array(
        fc.constantFrom(
          "'",
          '"',
          ';',
          '--',
          '/*',
          '*/',
          '$$',
          '$1',
          '\\',
          '\n',
          ')',
          ' drop table t ',
          ':b',
          '1',
          '-',
          '@set a = 1',
          "E'",
        ),
      )
      .map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
  );
  const fragment = fc.constantFrom(
    'select ',
    ' ',
    '\n',
    ':a',
    ':b',
    "'x'",
    "E'y\\''",
    ',',
    ';',
    '(',
    ')',
    '-',
    '--c\n',
    '/*d*/',
    '::int',
    'e',
    'u&',
    '$',
    '1',
    '\u00a0',
    '@',
    '=',
    'date ',
    '.',
    '[',
    ']',
    '$$z$$',
    '"q"',
    'json_object(',
  );

  it('never lets a value change the structure of the text', () => {
    const type = fc.constantFrom('', ':int', ':float', ':text', ':x|y');
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 14 }), value, value, type, (parts, a, b, kind) => {
        const body = `explain select ${parts.join('')}`;
        const before = significantTokens(body);
        const all = parameterPlaces(body, before);
        const values = Object.fromEntries(all.map(({ name }) => [name, name.startsWith('a') ? a : b]));
        const sql = `@set a${kind} = 1\n@set b${kind} = 2\n${body}`;
        const places = new Map(all.map((place) => [place.start, place.name]));
        const expected = before.flatMap(({ start, end }, index) => {
          if (places.has(start)) return [];
          const name = places.get(before[index - 1]?.start ?? -1);
          return [name === undefined ? body.slice(start, end) : name];
        });
        const result = applyParameters(sql, values).sql;
        const after = significantTokens(result);
        expect(after).toHaveLength(expected.length);
        for (const [index, token] of after.entries()) {
          const text = result.slice(token.start, token.end);
          const filled = values[expected[index] ?? ''];
          // A word that is no parameter may have the name of one.
          if (text === expected[index]) continue;
          expect([filled, quoteLiteral(filled ?? '')]).toContain(text);
          expect(isString(token) || token.kind === 'number').toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('binds without a trace of the value in the text', () => {
    fc.assert(
      fc.property(
        fc.array(
          fragment.filter((text) => !text.includes(';')),
          { maxLength: 10 },
        ),
        value,
        (parts, a) => {
          const sql = `select ${parts.join('')}`;
          const tokens = significantTokens(sql);
          const names = parameterPlaces(sql, tokens).map(({ name }) => name);
          const filled = (text: string) =>
            applyParameters(sql, Object.fromEntries(names.map((name) => [name, text]))).sql;
          // Behind the name of a type a constant has to stand.
          fc.pre(!sql.includes('date') && tokens.every(({ kind }) => kind !== 'parameter'));
          expect(filled(a)).toBe(filled(''));
        },
      ),
    );
  });
});
