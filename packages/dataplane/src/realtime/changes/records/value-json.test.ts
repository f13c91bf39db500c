import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrayJson, valueJson } from './value-json.ts';

test.each([
  ['int8', '9223372036854775807', '9223372036854775807'],
  ['numeric', '1.50', '1.50'],
  ['numeric', 'NaN', '"NaN"'],
  ['float8', '1e+300', '1e+300'],
  ['float8', '-Infinity', '"-Infinity"'],
  ['bool', 't', 'true'],
  ['jsonb', '{"a": 1}', '{"a": 1}'],
  ['text', 'a"b', '"a\\"b"'],
  ['timestamp', '2026-01-02 03:04:05.6', '"2026-01-02T03:04:05.6"'],
  ['timestamptz', '2026-01-02 03:04:05+00', '"2026-01-02T03:04:05+00:00"'],
  ['int4range', '[1,5)', '"[1,5)"'],
])('%s %s', (base, text, json) =>
  expect(valueJson(text, { base, baseSchema: 'pg_catalog', element: null })).toBe(json),
);

test.each([
  ['{}', 'int4', '[]'],
  ['{1,NULL,3}', 'int4', '[1,null,3]'],
  ['{{1,2},{3,4}}', 'int4', '[[1,2],[3,4]]'],
  ['{a,"b c","q\\"\\\\","NULL"}', 'text', '["a","b c","q\\"\\\\","NULL"]'],
  ['{"{\\"a\\": 1}"}', 'jsonb', '[{"a": 1}]'],
  ['{t,f}', 'bool', '[true,false]'],
  ['[0:1]={1,2}', 'int4', null],
])('the array %s of %s', (text, element, json) => expect(arrayJson(text, element)).toBe(json));

test('no text makes the reader of arrays throw or run on', () => {
  const pieces = fc.array(fc.constantFrom('{', '}', ',', '"', '\\', 'a', '1', ' ', 'NULL'));
  fc.assert(
    fc.property(pieces, (parts) => {
      const json = arrayJson(parts.join(''), 'text');
      if (json !== null) expect(Array.isArray(JSON.parse(json))).toBe(true);
    }),
  );
});
