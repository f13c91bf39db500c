import { expect, test } from 'vitest';
import { characterGroups, weakness } from './password-rules.ts';

const rules = (password_min_length: number, password_required_characters = '') => ({
  password_min_length,
  password_required_characters,
});

test.each([
  ['long enough', 'sixsix', rules(6), null],
  ['too short', 'fives', rules(6), ['length']],
  ['counted in characters, not bytes', 'äöüßé', rules(6), ['length']],
  ['emoji are one character each', '😀😀😀😀😀😀', rules(6), null],
  ['with one of each group', 'aB1', rules(1, 'abc:ABC:123'), null],
  ['without a digit', 'aBc', rules(1, 'abc:ABC:123'), ['characters']],
  ['with all faults', '', rules(1, 'abc'), ['length', 'characters']],
])('%s', (_name, password, setting, reasons) => {
  expect(weakness(password, setting)?.reasons ?? null).toEqual(reasons);
});

test.each([
  ['', []],
  ['abc', ['abc']],
  ['abc:ABC', ['abc', 'ABC']],
  ['!\\:?:123', ['!:?', '123']],
  ['a\\\\:b', ['a\\', 'b']],
  ['a\\b::', ['a\\b']],
])('groups of %j', (setting, groups) => {
  expect(characterGroups(setting)).toEqual(groups);
});
