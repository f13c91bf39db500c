import { expect, test } from 'vitest';
import { mergeMetadata } from './update-own-user.ts';

test.each([
  [
    { a: 1, b: 2 },
    { b: 3, c: 4 },
    { a: 1, b: 3, c: 4 },
  ],
  [{ a: 1, b: 2 }, { a: null }, { b: 2 }],
  [{ a: { x: 1 } }, { a: { y: 2 } }, { a: { y: 2 } }],
  [{ a: null }, {}, { a: null }],
])('%j with %j', (before, changes, expected) => {
  expect(mergeMetadata(before, changes)).toEqual(expected);
});

test('a key of that name does not change what an object is', () => {
  const merged = mergeMetadata({}, JSON.parse('{"__proto__":{"isAdmin":true}}'));
  expect((merged as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});
