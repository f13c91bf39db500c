import { expect, test } from 'vitest';
import { keptResult, rowsByName } from './kept-result.ts';

test('rows that were kept are the result that they came from', () => {
  const rows = [
    { day: '2026-01-01', count: '3', note: null },
    { day: '2026-01-02', count: '-4.5', note: 'x' },
  ];
  const result = keptResult(rows);
  expect(result?.fields).toEqual([
    { name: 'day', type: 'text' },
    { name: 'count', type: 'numeric' },
    { name: 'note', type: 'text' },
  ]);
  expect(result === null ? null : rowsByName(result)).toEqual(rows);
});

test('values that are no text are shown as one', () => {
  expect(keptResult([{ a: { b: 1 }, c: true, d: 7 }])?.rows).toEqual([['{"b":1}', 'true', '7']]);
});

test('no rows are a result too, and nothing kept is none', () => {
  expect(keptResult([])).toMatchObject({ fields: [], rows: [] });
  expect(keptResult(undefined)).toBeNull();
});
