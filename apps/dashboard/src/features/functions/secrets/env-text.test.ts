import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEnvText } from './env-text.ts';

describe('the text of a .env file', () => {
  it.each<[string, Record<string, string>]>([
    ['A=1\nB = two words \n', { A: '1', B: 'two words' }],
    [
      '# comment\n\n  export KEY=value # why\r\nURL=https://x.example/#part',
      { KEY: 'value', URL: 'https://x.example/#part' },
    ],
    [`S='a # b $c\\n'\nD="a\\nb \\"q\\" \\\\ \\$"  # end`, { S: 'a # b $c\\n', D: 'a\nb "q" \\ $' }],
    ['PEM="-----BEGIN\nabc\n-----END"\nNEXT=1', { PEM: '-----BEGIN\nabc\n-----END', NEXT: '1' }],
    ['\uFEFFEMPTY=\nQUOTED=""', { EMPTY: '', QUOTED: '' }],
    ['TWICE=1\nTWICE=2', { TWICE: '2' }],
    ['OPEN="never closed\nNEXT=1', { OPEN: '"never closed', NEXT: '1' }],
    ['EQ=a=b==', { EQ: 'a=b==' }],
  ])('%j', (text, expected) => {
    const { entries, unreadable } = readEnvText(text);
    expect([Object.fromEntries(entries.map(({ name, value }) => [name, value])), unreadable]).toEqual([
      expected,
      [],
    ]);
  });

  it('says which lines it cannot read', () => {
    expect(readEnvText('A=1\nnonsense\n2B=3\nC="x" y\nD=4')).toEqual({
      entries: [
        { name: 'A', value: '1' },
        { name: 'D', value: '4' },
      ],
      unreadable: [2, 3, 4],
    });
  });

  it('gives back any value that was quoted', () =>
    fc.assert(
      fc.property(fc.string(), (value) => {
        const quoted = value
          .replace(/[\\"$]/g, '\\$&')
          .replaceAll('\n', '\\n')
          .replaceAll('\r', '\\r');
        expect(readEnvText(`X="${quoted}"`).entries).toEqual([{ name: 'X', value }]);
      }),
    ));
});
