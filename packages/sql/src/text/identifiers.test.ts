import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSimpleIdentifier, quoteIdent, quoteIdentAlways, quoteLiteral } from './identifiers.ts';
import { tokenize } from './tokens.ts';

describe('quoteIdent', () => {
  it.each<[string, string]>([
    ['todos', 'todos'],
    ['_a1', '_a1'],
    ['Todos', '"Todos"'],
    ['user', '"user"'],
    ['a"b', '"a""b"'],
    ['a; drop table b', '"a; drop table b"'],
    ['é', '"é"'],
    ['1a', '"1a"'],
    ['a$b', '"a$b"'],
  ])('%j → %j', (name, expected) => {
    expect(quoteIdent(name)).toBe(expected);
    expect(isSimpleIdentifier(name)).toBe(name === expected);
  });

  it.each([[''], ['a\0b']])('refuses %j', (name) => {
    expect(() => quoteIdent(name)).toThrow(RangeError);
    expect(() => quoteIdentAlways(name)).toThrow(RangeError);
  });
});

it.each<[string, string]>([
  ['todos', '"todos"'],
  ['user', '"user"'],
  ['a"b, c', '"a""b, c"'],
])('quoteIdentAlways: %j → %s', (name, expected) => {
  expect(quoteIdentAlways(name)).toBe(expected);
});

describe('quoteLiteral', () => {
  it.each<[string, string]>([
    ['', "''"],
    ["it's", "'it''s'"],
    ['a\\b', "E'a\\\\b'"],
    ["\\'; drop table t --", "E'\\\\''; drop table t --'"],
  ])('%j → %s', (value, expected) => {
    expect(quoteLiteral(value)).toBe(expected);
  });

  it('refuses NUL', () => {
    expect(() => quoteLiteral('\0')).toThrow(RangeError);
  });
});

it('makes one closed token of any text', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !text.includes('\0')),
      (text) => {
        for (const quoted of [quoteIdent(text), quoteIdentAlways(text), quoteLiteral(text)]) {
          expect(tokenize(quoted)).toEqual([
            expect.objectContaining({ start: 0, end: quoted.length, terminated: true }),
          ]);
        }
      },
    ),
  );
});
