import { expect, it } from 'vitest';
import { castType } from './cast-type.ts';

it.each([
  ['text', '"text"'],
  ['int', '"int4"'],
  ['INTEGER', '"int4"'],
  ['double precision', '"float8"'],
  ['timestamp with  time zone', '"timestamptz"'],
  ['char', '"bpchar"(1)'],
  ['char(3)', '"bpchar"(3)'],
  ['numeric(10,2)', '"numeric"(10,2)'],
  ['text[]', '"text"[]'],
  ['int[3][]', '"int4"[3][]'],
  ['public.mood', '"public"."mood"'],
  ['"My Type"', '"My Type"'],
  ['"a""b"."c"[]', '"a""b"."c"[]'],
  ['setof', '"setof"'],
])('%s is %s', (text, sql) => {
  expect(castType(text)).toBe(sql);
});

it.each([
  'text) from x; --',
  'text; drop table x',
  'a.b.c',
  'numeric(1+1)',
  'int[a]',
  "text'",
  '"',
  '""',
  '',
  'text/**/',
  '$1',
  'a\0b',
  '"a\0b"',
])('%j is not the name of a type', (text) => {
  expect(() => castType(text)).toThrow(expect.objectContaining({ code: 'PGRST100', status: 400 }));
});
