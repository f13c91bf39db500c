import { expect, it } from 'vitest';
import { explainSql, milliseconds } from './slow-query.ts';

it.each([
  ['select 1', '17.10', 'explain\nselect 1'],
  ['select $1', '17.10', 'explain (generic_plan)\nselect $1'],
  ['select $1', '15.4', '-- Put a value in place of each $1, $2 …\nexplain\nselect $1'],
])('%s on %s', (query, version, expected) => expect(explainSql(query, version)).toBe(expected));

it.each([
  [0.4217, '0.42 ms'],
  [12.4, '12 ms'],
  [3_120, '3.1 s'],
  [125_000, '2 min 5 s'],
])('%s is %s', (time, expected) => expect(milliseconds(time)).toBe(expected));
