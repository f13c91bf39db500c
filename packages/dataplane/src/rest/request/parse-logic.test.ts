import { describe, expect, test } from 'vitest';
import { parseLogic } from './parse-logic.ts';
import type { Condition } from './read-plan.ts';

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
