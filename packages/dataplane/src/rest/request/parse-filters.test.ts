import { describe, expect, test } from 'vitest';
import { looksLikeFilter, parseFilter, parseFilterParameter, parseLogic } from './parse-filters.ts';
import { parseSelect } from './parse-select.ts';
import type { Condition, ReadLevel, Test } from './read-plan.ts';

function showTest({ operator, ...more }: Test): string {
  const { quantifier, language, value, values } = {
    quantifier: null,
    language: null,
    value: null,
    values: null,
    ...more,
  };
  const modifier = quantifier ?? language;
  return `${operator}${modifier === null ? '' : `(${modifier})`} ${JSON.stringify(values ?? value)}`;
}

function filter(name: string, value: string): string {
  const { path, condition } = parseFilter(name, value);
  if (condition.kind !== 'test') throw new Error('a filter is one test');
  return `${path.map((step) => `${step} / `).join('')}${condition.negated ? 'not ' : ''}${showTest(condition.test)}`;
}

describe('filter values', () => {
  test.each([
    ['eq.1', 'eq "1"'],
    ['eq.', 'eq ""'],
    ['eq.a.b.c', 'eq "a.b.c"'],
    ['eq.(a,b)', 'eq "(a,b)"'],
    ['eq."quoted"', String.raw`eq "\"quoted\""`],
    ['neq.1', 'neq "1"'],
    ['gt.1', 'gt "1"'],
    ['gte.1', 'gte "1"'],
    ['lt.1', 'lt "1"'],
    ['lte.1', 'lte "1"'],
    ['not.eq.1', 'not eq "1"'],
    ['like.*a%b*', 'like "%a%b%"'],
    ['ilike.*A*', 'ilike "%A%"'],
    ['like(any).{a*,*b}', 'like(any) "{a%,%b}"'],
    ['ilike(all).{*a*}', 'ilike(all) "{%a%}"'],
    ['match.^a*', 'match "^a*"'],
    ['imatch.^a', 'imatch "^a"'],
    ['match(any).{^a,b$}', 'match(any) "{^a,b$}"'],
    ['eq(any).{1,2}', 'eq(any) "{1,2}"'],
    ['gte(all).{1,2}', 'gte(all) "{1,2}"'],
    ['not.eq(any).{1,2}', 'not eq(any) "{1,2}"'],
    ['in.(1,2,3)', 'in ["1","2","3"]'],
    ['in.()', 'in []'],
    ['in.(a)', 'in ["a"]'],
    ['in.("a,b",c)', 'in ["a,b","c"]'],
    ['in.("a\\"b","c\\\\d")', String.raw`in ["a\"b","c\\d"]`],
    ['in.(a"b,c)', String.raw`in ["a\"b","c"]`],
    ['in.("a"b,c)', String.raw`in ["\"a\"b","c"]`],
    ['in.("a,b)', String.raw`in ["\"a","b"]`],
    ['in.(,)', 'in ["",""]'],
    ['in.( a, b )', 'in ["a"," b "]'],
    ['in.( )', 'in []'],
    ['in. (1) ', 'in ["1"]'],
    ['in.("(",")")', 'in ["(",")"]'],
    ['not.in.(1,2)', 'not in ["1","2"]'],
    ['is.null', 'is "null"'],
    ['is.NULL', 'is "null"'],
    ['is.not_null', 'is "not_null"'],
    ['is.True', 'is "true"'],
    ['is.false', 'is "false"'],
    ['is.uNKnown', 'is "unknown"'],
    ['not.is.null', 'not is "null"'],
    ['isdistinct.5', 'isdistinct "5"'],
    ['cs.{a,b}', 'cs "{a,b}"'],
    ['cd.{a}', 'cd "{a}"'],
    ['cs.{"a":1}', String.raw`cs "{\"a\":1}"`],
    ['ov.[1,2)', 'ov "[1,2)"'],
    ['sl.(1,2)', 'sl "(1,2)"'],
    ['sr.(1,2)', 'sr "(1,2)"'],
    ['nxr.(1,2)', 'nxr "(1,2)"'],
    ['nxl.(1,2)', 'nxl "(1,2)"'],
    ['adj.(1,2)', 'adj "(1,2)"'],
    ['fts.a & b', 'fts "a & b"'],
    ['fts(english).a', 'fts(english) "a"'],
    ['plfts.a b', 'plfts "a b"'],
    ['phfts(pt_br).a', 'phfts(pt_br) "a"'],
    ['wfts(french).-a "b c"', String.raw`wfts(french) "-a \"b c\""`],
    ['not.fts(english).a', 'not fts(english) "a"'],
    ['like.*', 'like "%"'],
  ])('%s', (value, expected) => {
    expect(filter('col', value)).toBe(expected);
    expect(looksLikeFilter('col', value)).toBe(true);
  });

  test.each([
    ['1', 1],
    ['', 1],
    ['noop.0', 1],
    ['EQ.1', 1],
    ['eq', 3],
    ['eq1.1', 3],
    ['not.1', 5],
    ['not.not.eq.1', 5],
    ['not', 1],
    ['eq(some).{1}', 3],
    ['is.nullx', 4],
    ['is.', 4],
    ['is(any).null', 3],
    ['in.1,2', 4],
    ['in.(1,2', 8],
    ['in.(1)x', 7],
    ['in.(a(b),c)', 9],
    ['in(any).(1)', 3],
    ['fts().a', 5],
    ['fts(eng.a', 8],
    ['cs(any).{a}', 3],
    ["eq'; drop table x", 3],
  ])('refuses %s at column %i', (value, column) =>
    expect(() => filter('col', value)).toThrow(
      `"failed to parse filter (${value})" (line 1, column ${column})`,
    ),
  );
});

describe('filter names', () => {
  test.each([
    ['id', { path: [], name: 'id', steps: 0 }],
    ['"a.b"', { path: [], name: 'a.b', steps: 0 }],
    ['first name', { path: [], name: 'first name', steps: 0 }],
    ['data->a', { path: [], name: 'data', steps: 1 }],
    ['data->a->>0', { path: [], name: 'data', steps: 2 }],
    ['author.name', { path: ['author'], name: 'name', steps: 0 }],
    ['author.country.code', { path: ['author', 'country'], name: 'code', steps: 0 }],
    ['author.data->a->>b', { path: ['author'], name: 'data', steps: 2 }],
    ['"my author"."the name"', { path: ['my author'], name: 'the name', steps: 0 }],
  ])('%s', (name, { path, name: column, steps }) => {
    const parsed = parseFilter(name, 'eq.1');
    expect(parsed.path).toEqual(path);
    expect(parsed.condition).toMatchObject({ field: { name: column } });
    expect(parsed.condition.kind === 'test' && parsed.condition.field.steps.length).toBe(steps);
  });

  test.each([
    ['', 1],
    ['a.', 3],
    ['.a', 1],
    ['a..b', 3],
    ['a->b.c', 5],
    ['a(b)', 2],
    ['a;b', 2],
  ])('refuses %s at column %i', (name, column) =>
    expect(() => parseFilter(name, 'eq.1')).toThrow(
      `"failed to parse tree path (${name})" (line 1, column ${column})`,
    ),
  );
});

describe('filters of functions', () => {
  test.each([
    ['name', 'Alice', false],
    ['name', 'eq', false],
    ['name', 'equal.to', false],
    ['name', 'J. R. R.', false],
    ['name', 'not.here', false],
    ['author.name', 'Alice', true],
  ])('%s=%s may be a filter: %s', (name, value, expected) =>
    expect(looksLikeFilter(name, value)).toBe(expected),
  );

  test('are added to a copy of the level they are addressed to', () => {
    const level: ReadLevel = {
      select: parseSelect('*,a:author(*,country(*)),b(*)'),
      where: [],
      order: [],
      limit: null,
      offset: 0,
    };
    const once = parseFilterParameter('id', 'eq.1', level);
    const twice = parseFilterParameter('a.country.code', 'eq.NO', once);
    expect(level.where).toEqual([]);
    expect(once.where).toHaveLength(1);
    expect(twice.select[1]).toMatchObject({
      level: { where: [], select: [{}, { level: { where: [{ field: { name: 'code' } }] } }] },
    });
    expect(level.select[1]).toMatchObject({ level: { select: [{}, { level: { where: [] } }] } });
  });

  test('addressed to what is not embedded are refused', () => {
    const level: ReadLevel = {
      select: parseSelect('*,a:author(*)'),
      where: [],
      order: [],
      limit: null,
      offset: 0,
    };
    expect(parseFilterParameter('author.name', 'eq.1', level).select[1]).toMatchObject({
      calledByName: true,
    });
    expect(parseFilterParameter('a.name', 'eq.1', level).select[1]).not.toHaveProperty('calledByName');
    expect(() => parseFilterParameter('writer.name', 'eq.1', level)).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST108',
        message: "'writer' is not an embedded resource in this request",
      }),
    );
  });
});

function show(condition: Condition): string {
  const not = condition.negated ? 'not ' : '';
  if (condition.kind !== 'test')
    return `${not}${condition.kind}(${condition.conditions.map(show).join('; ')})`;
  const { field, test: check } = condition;
  const value = 'values' in check ? check.values : check.value;
  const path = field.steps.map((step) => `->${step.kind === 'key' ? step.key : step.index}`).join('');
  return `${not}${field.name}${path} ${check.operator} ${JSON.stringify(value)}`;
}

describe('logic trees', () => {
  test.each([
    ['(a.eq.1,b.eq.2)', 'or(a eq "1"; b eq "2")'],
    ['( a.eq.1 , b.eq.2 )', 'or(a eq "1 "; b eq "2 ")'],
    ['(a.eq.1)', 'or(a eq "1")'],
    ['(a.not.eq.1)', 'or(not a eq "1")'],
    ['(and(a.eq.1,b.eq.2),c.is.null)', 'or(and(a eq "1"; b eq "2"); c is "null")'],
    ['(not.and(a.eq.1,b.eq.2),not.or(c.eq.3))', 'or(not and(a eq "1"; b eq "2"); not or(c eq "3"))'],
    ['(and (a.eq.1))', 'or(and(a eq "1"))'],
    ['(and(b.gt.2,not.c.is.null))', 'or(and(b gt "2"; not c is "null"))'],
    ['(not.a->>b.in.(1,2),not."is".eq.3)', 'or(not a->b in ["1","2"]; not is eq "3")'],
    ['(not.a.not.eq.1,not.in.(1),not.not.eq.2)', 'or(a eq "1"; not in ["1"]; not not eq "2")'],
    ['(a.in.(1,2),b.eq.3)', 'or(a in ["1","2"]; b eq "3")'],
    ['(a.in.("x,y","z)"),b.eq.3)', 'or(a in ["x,y","z)"]; b eq "3")'],
    ['(a.not.in.(1,2))', 'or(not a in ["1","2"])'],
    ['(a.eq."x,y)z",b.eq.3)', 'or(a eq "x,y)z"; b eq "3")'],
    [String.raw`(a.eq."x\"y\\",b.eq.3)`, String.raw`or(a eq "x\"y\\"; b eq "3")`],
    ['(a.eq."x"y)', String.raw`or(a eq "\"x\"y")`],
    ['(a.cs.{x,y},b.eq.3)', 'or(a cs "{x,y}"; b eq "3")'],
    ['(a.cs.{"x}",y},b.eq.3)', String.raw`or(a cs "{\"x}\",y}"; b eq "3")`],
    ['(a.cs.{"k":{"l":[1,2]}},b.eq.3)', String.raw`or(a cs "{\"k\":{\"l\":[1,2]}}"; b eq "3")`],
    ['(a.ov."[1,2)",b.eq.3)', 'or(a ov "[1,2)"; b eq "3")'],
    ['(a.eq(any).{1,2},b.eq.3)', 'or(a eq "{1,2}"; b eq "3")'],
    ['(a.fts(english).x,b.wfts."y z")', 'or(a fts "x"; b wfts "y z")'],
    ['(a.like.*x*)', 'or(a like "%x%")'],
    ['(data->a->>b.eq.1,data->0.eq.2)', 'or(data->a->b eq "1"; data->0 eq "2")'],
    ['("and".eq.1,and.eq.2,or.eq.3,not.eq.4)', 'or(and eq "1"; and eq "2"; or eq "3"; not eq "4")'],
    ['("a.b".eq.1)', 'or(a.b eq "1")'],
    ['(a.eq.,b.eq.)', 'or(a eq ""; b eq "")'],
    ['(rel.not.is.null,a.eq.1)', 'or(not rel is "null"; a eq "1")'],
    ['(a.is.NULL,b.is.not_null)', 'or(a is "null"; b is "not_null")'],
    ['(a.eq.x.y.z)', 'or(a eq "x.y.z")'],
  ])('or=%s', (text, expected) => expect(show(parseLogic('or', false, text))).toBe(expected));

  test('and, and the negated ones', () => {
    expect(show(parseLogic('and', false, '(a.eq.1,b.eq.2)'))).toBe('and(a eq "1"; b eq "2")');
    expect(show(parseLogic('and', true, '(a.eq.1)'))).toBe('not and(a eq "1")');
    expect(show(parseLogic('or', true, '(a.eq.1)'))).toBe('not or(a eq "1")');
  });

  test.each([
    ['()', 2],
    ['', 1],
    ['a.eq.1', 1],
    ['(a.eq.1', 8],
    ['(a.eq.1))', 9],
    ['(a)', 3],
    ['(a.eq)', 6],
    ['(a.in.1,2)', 7],
    ['(ord(a.eq.1))', 5],
    ['(not.xor(a.eq.1))', 9],
    ['(a.eq.1,)', 9],
    ['(a.cs.{x,y)', 7],
    ['(a.cs.{x}y)', 10],
    ['(and())', 6],
    ['(a.eq.1)b', 9],
  ])('refuses %s at column %i', (text, column) =>
    expect(() => parseLogic('or', false, text)).toThrow(
      `"failed to parse logic tree (${text})" (line 1, column ${column})`,
    ),
  );

  test.each([
    ['nesting', `${'(and'.repeat(500)}(a.eq.1)${')'.repeat(500)}`],
    ['nesting that never ends', '(and'.repeat(15_000)],
    ['items', `(${Array(2001).fill('a.eq.1').join()})`],
  ])('bounds %s', (_what, text) =>
    expect(() => parseLogic('or', false, text)).toThrow(expect.objectContaining({ code: 'PGRST100' })),
  );
});
