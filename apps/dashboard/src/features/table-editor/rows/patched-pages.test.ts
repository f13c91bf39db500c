import type { RowPage } from '@basalt/contract';
import { expect, it } from 'vitest';
import { patchedPages } from './patched-pages.ts';

const page = (...ids: string[]): RowPage => ({
  columns: ['id', 'name'],
  rows: ids.map((id) => [id, `n${id}`]),
  cut: [{ row: ids.length - 1, column: 1, bytes: 5_000 }],
  versions: ids.map(() => 'v1'),
  next: null,
  sql: '',
  milliseconds: 0,
});

it('puts what was saved where it belongs', () => {
  const second = page('4', '5');
  const pages = patchedPages([page('1', '2', '3'), second], ['id'], {
    changed: new Map([
      ['["1"]', null],
      ['["2"]', { values: ['20', 'new'], version: 'v2' }],
    ]),
    inserted: [{ values: ['9', null], version: 'v9' }],
  });
  expect(pages[0]).toMatchObject({
    rows: [
      ['9', null],
      ['20', 'new'],
      ['3', 'n3'],
    ],
    versions: ['v9', 'v2', 'v1'],
    cut: [{ row: 2, column: 1, bytes: 5_000 }],
  });
  expect(pages[1]).toBe(second);
});

it('forgets that a value was cut when it was saved anew', () => {
  const saved = { changed: new Map([['["1"]', { values: ['1', 'x'], version: null }]]), inserted: [] };
  expect(patchedPages([page('1')], ['id'], saved)[0]?.cut).toEqual([]);
});
