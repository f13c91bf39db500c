import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { significantTokens, tokenize } from './tokens.ts';

function shown(sql: string): string[] {
  return significantTokens(sql).map(({ kind, start, end }) => `${kind} ${sql.slice(start, end)}`);
}

const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "'",
        '"',
        '$$',
        '$a$',
        '$1',
        '/*',
        '*/',
        '--',
        '\n',
        ';',
        "E'",
        "U&'",
        'U&"',
        "b'",
        '\\',
      ),
      fc.constantFrom(
        '+',
        '-',
        '@',
        '::',
        '..',
        '1',
        '1.',
        '.5e',
        '0x',
        'begin',
        'é',
        ' ',
        '\u00a0',
        '(',
        ']',
      ),
      fc.string({ unit: 'binary' }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('tokenize', () => {
  it.each<[string, string[]]>([
    ["select 'it''s'", ['word select', "string 'it''s'"]],
    ["'a\\' 'b'", ["string 'a\\'", "string 'b'"]],
    ["E'a\\'b' x", ["escape-string E'a\\'b'", 'word x']],
    ["E'a'\n 'b\\'c'", ["escape-string E'a'", "escape-string 'b\\'c'"]],
    ["E'a' -- note\n'b\\'c'", ["escape-string E'a'", "escape-string 'b\\'c'"]],
    ["E'a' 'b\\' c", ["escape-string E'a'", "string 'b\\'", 'word c']],
    ['u&\'\\0041\' U&"d\\0061t"', ["unicode-string u&'\\0041'", 'quoted-identifier U&"d\\0061t"']],
    ["b'01' X'1F' n'x'", ["bit-string b'01'", "bit-string X'1F'", "string n'x'"]],
    ['"a ""b"" -- c"', ['quoted-identifier "a ""b"" -- c"']],
    ["$$ ; ' $$ $x$ $$ $x$", ["dollar-string $$ ; ' $$", 'dollar-string $x$ $$ $x$']],
    ['a$b$c $1 $12', ['word a$b$c', 'parameter $1', 'parameter $12']],
    ['/* a /* b */ c */ d', ['word d']],
    ['a--b\nc', ['word a', 'word c']],
    [
      '1.5e-3 .5 1..10 0xFF_FF 1_000',
      [
        'number 1.5e-3',
        'number .5',
        'number 1',
        'punctuation ..',
        'number 10',
        'number 0xFF_FF',
        'number 1_000',
      ],
    ],
    ['a=-1', ['word a', 'operator =', 'operator -', 'number 1']],
    ['a @- b', ['word a', 'operator @-', 'word b']],
    ['a->>b<@c', ['word a', 'operator ->>', 'word b', 'operator <@', 'word c']],
    ['a*/*x*/b', ['word a', 'operator *', 'word b']],
    ['x::int := y', ['word x', 'punctuation ::', 'word int', 'punctuation :=', 'word y']],
    ['naïve_café', ['word naïve_café']],
    ['a\u00a0b', ['word a\u00a0b']],
    ['\\d', ['unknown \\', 'word d']],
  ])('reads %j as PostgreSQL does', (sql, expected) => {
    expect(shown(sql)).toEqual(expected);
  });

  it.each([["'open"], ['"open'], ['$$open'], ['/* open'], ["E'open\\'"], ['U&"open']])(
    'ends %j at the end of the text and marks it',
    (sql) => {
      expect(tokenize(sql)).toEqual([
        { kind: expect.any(String), start: 0, end: sql.length, terminated: false },
      ]);
    },
  );

  it('covers every text exactly, whatever is in it', () => {
    fc.assert(
      fc.property(hostileText, (sql) => {
        let at = 0;
        for (const token of tokenize(sql)) {
          expect(token.start).toBe(at);
          expect(token.end).toBeGreaterThan(token.start);
          at = token.end;
        }
        expect(at).toBe(sql.length);
      }),
      { numRuns: 500 },
    );
  });

  it.each([['+'], ['$a'], ["'' "], ['/*'], ['('], ['9'], ['a;'], ['--\n']])(
    'reads a megabyte of %j',
    (piece) => {
      const sql = piece.repeat(Math.ceil(1_000_000 / piece.length));
      expect(tokenize(sql).at(-1)?.end).toBe(sql.length);
    },
  );
});
