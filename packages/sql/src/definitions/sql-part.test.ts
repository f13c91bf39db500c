import { describe, expect, it } from 'vitest';
import { splitStatements } from '../text/statements.ts';
import { boundedExpression, DefinitionError, declarationPart, expressionPart, typePart } from './sql-part.ts';

describe('one type', () => {
  it.each([
    'text',
    'numeric(10,2)',
    'character varying(20)',
    'timestamp(3) with time zone',
    'interval day to second',
    'double precision',
    'shop.mood[]',
    '"My schema"."My type"',
    'int[3][]',
    'geometry(Point,4326)',
  ])('%s is left as it is', (text) => expect(typePart(text, 'type')).toBe(text));

  it.each([
    ['', 'it is empty'],
    ['-- nothing', 'it is empty'],
    ['int; drop table t', 'it has a semicolon'],
    ['int default 5', 'default does not belong to it'],
    ['int primary key', 'primary does not belong to it'],
    ["int collate 'x'", 'collate does not belong to it'],
    ['int, b int', 'it has a comma outside of brackets'],
    ['int)', 'its brackets do not match'],
    ['numeric(10', 'its brackets do not match'],
    ['"int', 'a quote in it is not closed'],
    ['5', 'it has no name'],
    ["int'5'", "'5' does not belong to it"],
    ['$1', 'parameters such as $1 have no value here'],
    ['in\\t', '\\ has no meaning in SQL'],
  ])('%s is none: %s', (text, reason) =>
    expect(() => typePart(text, 'columns.1.type')).toThrow(
      expect.objectContaining({ field: 'columns.1.type', message: `This is not one type: ${reason}.` }),
    ),
  );
});

describe('one expression', () => {
  it.each([
    ['now()', 'now()'],
    ["'ok'::shop.mood", "'ok'::shop.mood"],
    ["array['a', 'b']::text[]", "array['a', 'b']::text[]"],
    ['-1', '-1'],
    ['current_date -- today', 'current_date'],
    ['5 not null', '(5 not null)'],
    ["now() at time zone 'utc'", "(now() at time zone 'utc')"],
    ['not true', '(not true)'],
  ])('%s stays in its place as %s', (text, sql) =>
    expect(boundedExpression(text, 'default_value')).toBe(sql),
  );

  it.each([
    '1; drop table t',
    '1) , b int',
    '(1; 2)',
    'true) with check (true',
    "'open",
    '$$open',
    '(1]',
    'a, b',
    '',
    '/* all */',
  ])('%s is none', (text) => expect(() => expressionPart(text, 'check')).toThrow(DefinitionError));

  it('cannot end the statement that it is put into', () => {
    const pieces = [
      "'",
      '"',
      '$$',
      '$a$',
      ';',
      '(',
      ')',
      '[',
      ']',
      '--',
      '/*',
      '*/',
      '\n',
      'x',
      ' ',
      ',',
      "E'",
      '\\',
      '1',
    ];
    let seed = 7;
    const random = (limit: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * limit);
    };
    let accepted = 0;
    for (let round = 0; round < 4_000; round += 1) {
      const text = Array.from({ length: 1 + random(8) }, () => pieces[random(pieces.length)]).join('');
      for (const read of [expressionPart, boundedExpression, declarationPart, typePart]) {
        let part: string;
        try {
          part = read(text, 'check');
        } catch (error) {
          expect(error).toBeInstanceOf(DefinitionError);
          continue;
        }
        accepted += 1;
        const [one, ...more] = splitStatements(`alter table t add check (${part}) /* end */; select 1`);
        expect({ text, more: more.length, end: one?.text.endsWith(')') }).toEqual({
          text,
          more: 1,
          end: true,
        });
      }
    }
    expect(accepted).toBeGreaterThan(100);
  });
});
