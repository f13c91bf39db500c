import { expect, it } from 'vitest';
import { explainSql } from './explain-sql.ts';

it.each([
  ['select 1', '17.10', 'explain\nselect 1'],
  ['select $1', '17.10', 'explain (generic_plan)\nselect $1'],
  ['select $1', '15.4', '-- Put a value in place of each $1, $2 …\nexplain\nselect $1'],
])('%s on %s', (query, version, expected) => expect(explainSql(query, version)).toBe(expected));
