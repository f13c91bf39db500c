import { expect, test } from 'vitest';
import { visibleJson } from './visible-json.ts';

test('what nobody can see is written out, and stays the same value', () => {
  const value = { name: 'a\u202eb\u200f', 'k\u2066': '\u0007' };
  const text = visibleJson(value);
  expect(text).toContain('"a\\u202eb\\u200f"');
  expect(text).toContain('"k\\u2066"');
  expect(JSON.parse(text)).toEqual(value);
});

test('scripts and emoji stay readable', () => {
  expect(visibleJson('می\u200cخواهم 👩\u200d🚀 שלום')).toBe('"می\u200cخواهم 👩\u200d🚀 שלום"');
});

test('markup is text', () => {
  expect(visibleJson({ a: '<b>' })).toBe('{\n  "a": "<b>"\n}');
});

test('nothing is null', () => {
  expect(visibleJson(undefined)).toBe('null');
});
