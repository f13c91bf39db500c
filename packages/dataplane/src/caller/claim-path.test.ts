import { expect, test } from 'vitest';
import { parseClaimPath, readClaim } from './claim-path.ts';

const CLAIMS = {
  role: 'plain',
  'a b': { '@c-d': ['first', 'second', 'the third'] },
  list: [7, 'one_x', 'two_y'],
  quotes: [`it's "so"`],
};

test.each([
  ['.role', 'plain'],
  ['."a b".@c-d[1]', 'second'],
  ['.list[0]', 7],
  ['.list[?(@ == "two_y")]', 'two_y'],
  ['.list[?(@ != "one_x")]', 'two_y'],
  ['.list[?(@ ^== "two")]', 'two_y'],
  ['.list[?(@ ==^ "_x")]', 'one_x'],
  ['."a b"."@c-d"[?( @ *== " " )]', 'the third'],
  ['.list[?(@ == "none")]', undefined],
  ['.list[9]', undefined],
  ['.role.deeper', undefined],
  ['.role[0]', undefined],
  ['.constructor', undefined],
  ['.__proto__.role', undefined],
  ['$.role', 'plain'],
  [`$['a b']['@c-d'][1]`, 'second'],
  ['$["a b"]["@c-d"][-1]', 'the third'],
  ['$.list[*]', 'one_x'],
  [`$.list[?@ == 'two_y']`, 'two_y'],
  ['$.list[?(@ != "one_x")]', 'two_y'],
  [`$.list[?@=='none']`, undefined],
  ['$.list[-9]', undefined],
  [`$.list[?match(@, '[a-z]+_y')]`, 'two_y'],
  [`$.list[?match(@, 'wo_')]`, undefined],
  [`$.list[?search(@, 'wo_')]`, 'two_y'],
  [`$.list[?(!search( @ , "e_x" ))]`, 'two_y'],
  [String.raw`$.list[?match(@, '\\p{Ll}{3}_.')]`, 'one_x'],
  [`$.list[?search(@, '^two')]`, undefined],
  [`$.list[?match(@, '(a|one|b)_(x|)')]`, 'one_x'],
  [String.raw`$['a\u0020b']["@c-d"][0]`, 'first'],
  [String.raw`$.quotes[?@ == 'it\'s "so"']`, `it's "so"`],
  ['$.__proto__.role', undefined],
])('%s', (path, expected) => expect(readClaim(CLAIMS, parseClaimPath(path) ?? [])).toBe(expected));

test.each([
  '$',
  'a$.b',
  '$role',
  '$.a-b',
  '$..a',
  '$.a[*].b',
  `$.a[?search(@, 'x').b]`,
  `$.a[?match(@, '(')]`,
  `$.a[?match(@, 'a**')]`,
  `$.a[?match(@, '(?i)a')]`,
  String.raw`$.a[?match(@, '\\d')]`,
  String.raw`$.a[?match(@, '(a)\\1')]`,
  `$.a[?match(@, '(a{100}){100}')]`,
  `$.a[?match(@, '${'a'.repeat(300)}')]`,
  String.raw`$.a[?@ == '\x']`,
  '$[',
  '',
  'role',
  '.',
  '.a.',
  '.a b',
  '.a[',
  '.a[x]',
  '.a[?(@ = "x")]',
  '.a[?(@ == "x")].b',
  '.""',
])('%j is no path', (text) => expect(parseClaimPath(text)).toBeNull());

test('a pattern that others take minutes for is answered at once, and no longer text than a name of a role is held against it', () => {
  const path = parseClaimPath(`$.list[?match(@, '((a|a)*)*b')]`) ?? [];
  expect(readClaim({ list: ['a'.repeat(60)] }, path)).toBeUndefined();
  expect(readClaim({ list: [`${'a'.repeat(60)}b`] }, path)).toBe(`${'a'.repeat(60)}b`);
  expect(readClaim({ list: [`${'a'.repeat(70)}b`] }, path)).toBeUndefined();
});
