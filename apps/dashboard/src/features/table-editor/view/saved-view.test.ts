// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSavedView, restoredSearch, saveView, viewKey } from './saved-view.ts';

const REF = 'a'.repeat(20);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

it('keeps a view under the name of the table, with its schema unless that is public', () => {
  expect(viewKey({ schema: 'public', name: 'orders' })).toBe('orders');
  expect(viewKey({ schema: 'shop', name: 'orders' })).toBe('shop.orders');
});

it('writes after 500 ms of rest, and merges', () => {
  saveView(REF, 'orders', { sorts: ['id:asc'] });
  saveView(REF, 'orders', { gridColumns: [{ name: 'id', width: 90 }] });
  vi.advanceTimersByTime(499);
  expect(readSavedView(REF, 'orders').sorts).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(readSavedView(REF, 'orders')).toEqual({
    gridColumns: [{ name: 'id', width: 90 }],
    sorts: ['id:asc'],
    filters: [],
  });
  expect(readSavedView(REF, 'other').sorts).toEqual([]);
  expect(readSavedView('b'.repeat(20), 'orders').sorts).toEqual([]);
});

it('restores only what the address does not say', () => {
  const saved = { gridColumns: [], sorts: ['id:asc'], filters: [] };
  expect(restoredSearch({}, saved)).toEqual({ sort: ['id:asc'], filter: undefined });
  expect(restoredSearch({ filter: ['id:eq:1'] }, saved)).toBeNull();
  expect(restoredSearch({ sort: ['id:desc'] }, saved)).toBeNull();
  expect(restoredSearch({}, { gridColumns: [], sorts: [], filters: [] })).toBeNull();
});

it('survives anything in storage, and tables with the names of built-in things', () => {
  localStorage.setItem(
    `basalt:table-editor-views:${REF}`,
    JSON.stringify({
      a: 1,
      b: { gridColumns: [{ name: 2 }, { name: 'x', width: -1 }, null], sorts: [1, 'x:asc'] },
    }),
  );
  expect(readSavedView(REF, 'a').gridColumns).toEqual([]);
  expect(readSavedView(REF, 'b')).toEqual({ gridColumns: [{ name: 'x' }], sorts: ['x:asc'], filters: [] });
  expect(readSavedView(REF, 'constructor').sorts).toEqual([]);
});
