import { expect, test } from 'vitest';
import { rowProblems, spreadInto } from './secret-rows.ts';

const row = (id: number, name: string, value = 'x') => ({ id, name, value });

test('pasted lines take the place of the row they were pasted into', () => {
  const rows = spreadInto([row(0, 'A'), row(1, ''), row(2, 'C')], 1, [
    { name: 'B1', value: '1' },
    { name: 'B2', value: '2' },
  ]);
  expect(rows.map(({ name }) => name)).toEqual(['A', 'B1', 'B2', 'C']);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(4);
});

test('each row says what is wrong with it', () => {
  const problems = rowProblems([
    row(0, 'GOOD'),
    row(1, '', ''),
    row(2, '', 'lost'),
    row(3, 'two words'),
    row(4, 'SUPABASE_URL'),
    row(5, 'GOOD'),
    row(6, 'EMPTY', ''),
    row(7, 'LONG', 'x'.repeat(30_000)),
  ]);
  expect([...problems]).toEqual([
    [2, 'Enter a name.'],
    [3, expect.stringContaining('letters, digits')],
    [4, expect.stringContaining('SUPABASE_')],
    [5, 'This name is used twice.'],
    [6, 'Enter a value.'],
    [7, 'A value has at most 24,576 characters.'],
  ]);
});
