import { describe, expect, test } from 'vitest';
import { dropped } from './lints/keys-and-indexes.ts';
import {
  believesUsers,
  callsPerRow,
  onlyBucketAsked,
  splitName,
  whatItAsks,
  wrapCalls,
} from './policy-text.ts';

// As pg_get_expr writes them with an empty search path.
describe('calls for each row', () => {
  test.each<[string, string | null]>([
    ['(auth.uid() = writer)', '((select auth.uid()) = writer)'],
    ['(( SELECT auth.uid() AS uid) = writer)', null],
    ["(( SELECT (auth.jwt() ->> 'a'::text)) = b)", null],
    [
      '(( SELECT auth.uid() AS uid) = a) OR (auth.uid() = b)',
      '(( SELECT auth.uid() AS uid) = a) OR ((select auth.uid()) = b)',
    ],
    ['(team IN ( SELECT m.team FROM public.members m WHERE (m.member = auth.uid())))', null],
    [
      '(EXISTS ( SELECT 1 FROM public.members m WHERE ((m.team = "My notes".team) AND (m.member = auth.uid()))))',
      '(EXISTS ( SELECT 1 FROM public.members m WHERE ((m.team = "My notes".team) AND (m.member = (select auth.uid())))))',
    ],
    ["(current_setting('app.it'::text, true) = a)", "((select current_setting('app.it'::text, true)) = a)"],
    ['(current_setting(a) = b)', null],
    ["(a = 'auth.uid()'::text)", null],
    ['(auth.uid(5) = a)', null],
    ['(public.auth.uid = a)', null],
  ])('%s', (sql, expected) => {
    const spans = callsPerRow(sql, 'My notes');
    expect(spans.length === 0 ? null : wrapCalls(sql, spans)).toBe(expected);
  });

  test('text without an end takes no time', () => {
    expect(callsPerRow(`${'('.repeat(50_000)}select auth.uid()`, 'a')).toHaveLength(1);
  });
});

test.each<[string, boolean]>([
  ["((auth.jwt() -> 'user_metadata'::text) ->> 'role'::text) = 'admin'::text", true],
  ["((auth.jwt() #>> '{user_metadata,role}'::text[]) = 'admin'::text)", true],
  ["((current_setting('request.jwt.claims'::text, true))::jsonb -> 'user_metadata'::text) IS NOT NULL", true],
  ['(u.raw_user_meta_data IS NOT NULL)', true],
  ["((auth.jwt() -> 'app_metadata'::text) ->> 'role'::text) = 'admin'::text", false],
  ["(kind = 'user_metadata'::text)", false],
])('%s believes users: %s', (sql, expected) => expect(believesUsers(sql)).toBe(expected));

test.each<[string | null, string]>([
  [null, 'nothing'],
  ['true', 'nothing'],
  ['(1 = 1)', 'nothing'],
  ['(auth.uid() IS NOT NULL)', 'signed in'],
  ['(( SELECT auth.uid() AS uid) IS NOT NULL)', 'signed in'],
  ["(auth.role() = 'authenticated'::text)", 'signed in'],
  ['(auth.uid() = writer)', 'something'],
  ['false', 'something'],
  ['(true AND (id > 5))', 'something'],
])('%s asks %s', (sql, expected) => expect(whatItAsks(sql)).toBe(expected));

test.each<[string, string | null]>([
  ["(bucket_id = 'pictures'::text)", 'pictures'],
  ["(bucket_id = 'it''s'::text)", "it's"],
  ["((bucket_id = 'a'::text) AND (owner = auth.uid()))", null],
  ["(name = 'a'::text)", null],
])('%s asks only for the bucket %s', (sql, expected) => expect(onlyBucketAsked(sql)).toBe(expected));

test.each([
  ['password_hash', ['password', 'hash']],
  ['homeIban', ['home', 'iban']],
  ['API-Key', ['api', 'key']],
])('the words of %s', (name, words) => expect(splitName(name)).toEqual(words));

describe('which twins of an index can go', () => {
  const twin = (name: string, more = {}) => ({
    name,
    isUnique: false,
    nulls: false,
    isNeeded: false,
    ...more,
  });
  test.each([
    [[twin('a'), twin('b')], ['b']],
    [[twin('a'), twin('b', { isUnique: true })], ['a']],
    [
      [twin('a'), twin('b', { isUnique: true, isNeeded: true }), twin('c', { isUnique: true })],
      ['a', 'c'],
    ],
    [[twin('a', { isUnique: true, isNeeded: true }), twin('b', { isUnique: true, isNeeded: true })], []],
    [[twin('a', { isUnique: true }), twin('b', { isUnique: true, nulls: true })], []],
  ])('%j', (twins, names) => expect(dropped(twins)).toEqual(names));
});
