import { expect, it } from 'vitest';
import { isOnePiece } from './printed-expressions.ts';

it.each([
  ' SELECT EXTRACT(day FROM now()) AS "extract";',
  `CHECK ((a <> '--; /* \\ )'::text))`,
  `((a ~ E'\\\\d;'::text) AND ("odd; --" > (0)::numeric))`,
  'CREATE RULE r AS ON UPDATE TO a.t DO ( SELECT 1; SELECT 2; );',
  "FOR VALUES FROM ('2024-01-01') TO (MAXVALUE)",
])('is one piece: %s', (text) => {
  expect(isOnePiece(text)).toBe(true);
});

it.each([
  ' SELECT EXTRACT(day FROM now()); alter role a superuser; SELECT EXTRACT(day FROM now());',
  ' SELECT EXTRACT(day FROM now()) FROM t; -- FROM now());',
  'EXTRACT(day FROM d) > 0)); drop table t; --',
  'EXTRACT(day FROM d)) , (1',
  'EXTRACT(day \\! id',
  "EXTRACT(day ' FROM d)",
  'EXTRACT(day /* FROM d)',
])('is not: %s', (text) => {
  expect(isOnePiece(text)).toBe(false);
});

it('knows where the body of a function ends', () => {
  const isBody = (text: string) => isOnePiece(text, 'CREATE FUNCTION f() ');
  expect(isBody('BEGIN ATOMIC\n SELECT 1;\n SELECT CASE WHEN true THEN 1 END;\nEND')).toBe(true);
  expect(isBody('BEGIN ATOMIC\n SELECT 1; END; alter role a superuser; SELECT 1;\nEND')).toBe(false);
});
