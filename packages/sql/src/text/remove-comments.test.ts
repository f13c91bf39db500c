import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removeComments } from './remove-comments.ts';
import { isString } from './token.ts';
import { significantTokens } from './tokens.ts';

function words(sql: string): string[] {
  return significantTokens(sql).map(({ start, end }) => sql.slice(start, end));
}

describe('removeComments', () => {
  it.each<[string, string]>([
    ['select 1', 'select 1'],
    ['select 1 -- one', 'select 1 '],
    ['select -- one\n1', 'select \n1'],
    ['select/* one */1', 'select 1'],
    ['select /* one /* two */ */1', 'select 1'],
    ["select '--', '/* no */', $$-- no$$", "select '--', '/* no */', $$-- no$$"],
    ['a -/**/- b', 'a - - b'],
    ['a\u00a0/**/b', 'a\u00a0 b'],
    ['select 1 /* open', 'select 1 '],
  ])('turns %j into %j', (sql, expected) => {
    expect(removeComments(sql)).toBe(expected);
  });

  it('changes no token and leaves no comment', () => {
    const fragment = fc.constantFrom(
      'a',
      '-',
      '/',
      '*',
      '1',
      "'b'",
      '$$c$$',
      '"d"',
      ' ',
      '\n',
      '--e\n',
      '/*f*/',
      '\u00a0',
      '$',
    );
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 20 }), (parts) => {
        const sql = parts.join('');
        const tokens = significantTokens(sql);
        // Two constants in a row are no valid SQL, and whether they join depends on the comment between them.
        fc.pre(
          !tokens.some(
            (token, index) => isString(token) && isString(tokens[index + 1] ?? { ...token, kind: 'word' }),
          ),
        );
        expect(words(removeComments(sql))).toEqual(words(sql));
        expect(removeComments(removeComments(sql))).toBe(removeComments(sql));
      }),
      { numRuns: 1000 },
    );
  });
});
