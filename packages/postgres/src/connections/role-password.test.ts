import { describe, expect, it } from 'vitest';
import { saslprep, scramVerifier } from './role-password.ts';

describe('scramVerifier', () => {
  it('has the form that PostgreSQL stores, with a new salt each time', () => {
    const form = /^SCRAM-SHA-256\$4096:[A-Za-z0-9+/]{22}==\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$/;
    expect(scramVerifier('secret')).toMatch(form);
    expect(scramVerifier('secret')).not.toBe(scramVerifier('secret'));
  });

  it.each([[''], ['a\0b']])('refuses %j', (password) => {
    expect(() => scramVerifier(password)).toThrow(RangeError);
  });
});

describe('saslprep', () => {
  it.each([
    ['plain ASCII !"#', 'plain ASCII !"#'],
    ['pässwörd', 'pässwörd'],
    ['pa\u0308ss', 'päss'],
    ['a\u00a0b', 'a b'],
    ['I\u00adX', 'IX'],
    ['ª', 'a'],
    ['Ⅸ', 'IX'],
    ['🔥', '🔥'],
  ])('prepares %j as %j', (password, prepared) => {
    expect(saslprep(password)).toBe(prepared);
  });

  it.each([['🔥Ⅸ'], ['\u00ad'], ['\u0007Ⅸ'], ['ا1Ⅸ']])(
    'refuses %j, which clients read differently',
    (password) => {
      expect(() => saslprep(password)).toThrow(RangeError);
    },
  );
});
