import { describe, expect, it } from 'vitest';
import { parseParameters } from './parse-parameters.ts';

const names = (sql: string) => parseParameters(sql).map(({ name, occurrences }) => `${name} ${occurrences}`);

describe('parseParameters', () => {
  it('reads defaults, types and options', () => {
    const sql =
      '@set a:int = 5;\n  @set b: x | y| = x\n@set d:date=2024-01-01 \n@set e = 1 = 1\n@set unused = 1\nselect :b, :a, :d, :e, :c, :a';
    expect(parseParameters(sql)).toEqual([
      { name: 'b', value: 'x', defaultValue: 'x', type: 'enum', possibleValues: ['x', 'y'], occurrences: 1 },
      { name: 'a', value: '5', defaultValue: '5', type: 'int', possibleValues: null, occurrences: 2 },
      {
        name: 'd',
        value: '2024-01-01',
        defaultValue: '2024-01-01',
        type: 'date',
        possibleValues: null,
        occurrences: 1,
      },
      { name: 'e', value: '1 = 1', defaultValue: '1 = 1', type: null, possibleValues: null, occurrences: 1 },
      { name: 'c', value: '', defaultValue: null, type: null, possibleValues: null, occurrences: 1 },
    ]);
  });

  it.each<[string, string[]]>([
    ['select :a, :B, :_c1', ['a 1', 'B 1', '_c1 1']],
    ['select :a::int, b::text, :a ::int', ['a 2']],
    ['select a := :b, :1, : c, :::d', ['b 1']],
    ["select ':a', E'\\':a', $$:a$$, $x$:a$x$, \":a\", U&':a' -- :a\n /* :a /* :a */ */", []],
    ['select a[1:n], a[:n], a[n:m], a[1:n][:m]', []],
    ['select array[:a, :b], array[[:c], [:d]], x[f(:e)]', ['a 1', 'b 1', 'c 1', 'd 1', 'e 1']],
    ["select json_object('a':b, :k : :v)", ['k 1', 'v 1']],
    ["select ':open", []],
    ['select :naïve, :a$b', []],
    ['@set a = 1\r\nselect :a', ['a 1']],
  ])('finds in %j %j', (sql, found) => {
    expect(names(sql)).toEqual(found);
  });

  it.each([
    ['@set a =\nselect :a'],
    ['@set a = ;\nselect :a'],
    ["select '\n@set a = 1\n', :a"],
    ['/*\n@set a = 1\n*/ select :a'],
    ['select 1; @set a = 1\n, :a'],
    ['@set 1a = 1\nselect :a'],
    ['@seta = 1\nselect :a'],
  ])('takes no default from %j', (sql) => {
    expect(parseParameters(sql)).toMatchObject([{ name: 'a', defaultValue: null }]);
  });

  it('lets a later directive win', () => {
    expect(parseParameters('@set a:int = 1\n@set a = 2\nselect :a')).toMatchObject([
      { value: '2', type: null },
    ]);
  });
});
