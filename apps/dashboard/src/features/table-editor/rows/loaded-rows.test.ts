import type { RowPage } from '@basalt/contract';
import { expect, it } from 'vitest';
import type { PendingRow } from '../changes/pending-changes.ts';
import { gridLines, loadedRows, originOf } from './loaded-rows.ts';

const columns = [{ name: 'id' }, { name: 'body' }];
const page: RowPage = {
  columns: ['id', 'body'],
  rows: [
    ['1', 'a'],
    ['2', 'long…'],
  ],
  cut: [{ row: 1, column: 1, bytes: 9_000 }],
  versions: ['v1', 'v2'],
  next: null,
  sql: '',
  milliseconds: 1,
};

it('tells rows apart by their key, else by their place', () => {
  expect(loadedRows(page, ['id'], 0).map(({ id, key }) => [id, key])).toEqual([
    ['["1"]', { id: '1' }],
    ['["2"]', { id: '2' }],
  ]);
  expect(loadedRows(page, null, 100).map(({ id }) => id)).toEqual(['#100', '#101']);
});

it('does not take a cut or missing value for a key', () => {
  expect(loadedRows(page, ['body'], 0).map(({ key }) => key)).toEqual([{ body: 'a' }, null]);
  expect(loadedRows({ ...page, rows: [[null, 'a']], cut: [] }, ['id'], 0)[0]?.key).toBeNull();
});

it('knows nothing of a cut value', () => {
  const [, second] = loadedRows(page, ['id'], 0);
  expect(second && originOf(second, columns)?.values).toEqual({ id: '2' });
});

it('lays changes over what was read, new rows first', () => {
  const loaded = loadedRows(page, ['id'], 0);
  const [first, second] = loaded.map((row) => originOf(row, columns));
  if (first == null || second == null) throw new Error('rows have keys');
  const pending = new Map<string, PendingRow>([
    [second.id, { kind: 'update', id: second.id, origin: second, values: { body: null } }],
    ['new 1', { kind: 'insert', id: 'new 1', values: { body: 'x', id: { default: true } } }],
    [first.id, { kind: 'delete', id: first.id, origin: first }],
  ]);
  const lines = gridLines(loaded, pending, columns);
  expect(lines.map(({ state, values, cut }) => [state, values, cut?.size ?? 0])).toEqual([
    ['new', [null, 'x'], 0],
    ['deleted', ['1', 'a'], 0],
    ['changed', ['2', null], 0],
  ]);
});

it('keeps what did not change', () => {
  const loaded = loadedRows(page, ['id'], 0);
  expect(gridLines(loaded, new Map(), columns)[0]).toBe(gridLines(loaded, new Map(), columns)[0]);
});
