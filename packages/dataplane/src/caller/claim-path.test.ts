import { expect, test } from 'vitest';
import { parseClaimPath, readClaim } from './claim-path.ts';

const CLAIMS = {
  role: 'plain',
  'a b': { '@c-d': ['first', 'second', 'the third'] },
  list: [7, 'one_x', 'two_y'],
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
  ['$.__proto__.role', undefined],
])('%s', (path, expected) => expect(readClaim(CLAIMS, parseClaimPath(path) ?? [])).toBe(expected));

test.each([
  '$',
  'a$.b',
  '$role',
  '$.a-b',
  '$..a',
  '$.a[*].b',
  `$.a[?search(@, 'x')]`,
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
