import { defaultParseSearch } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { listParam } from './search-params.ts';
import { searchText } from './search-text.ts';

it.each<[Record<string, unknown>, string]>([
  [{}, ''],
  [{ q: 'shop', page: 2 }, '?q=shop&page=2'],
  [{ sort: ['name:asc'] }, '?sort=name%3Aasc'],
  [{ sort: ['a:asc', 'b:desc'], view: 'definition' }, '?view=definition&sort=a%3Aasc&sort=b%3Adesc'],
  [{ sort: [] }, ''],
])('%j is %s', (search, text) => {
  expect(searchText(search)).toBe(text);
});

it.each([[[]], [['name:eq:1']], [['"a:eq:"']], [['a:eq:1', 'b:like:%&=?#', 'c d:in:1,2', 'é:eq:🪨']]])(
  '%j is read back',
  (filter) => {
    expect(
      listParam((defaultParseSearch(searchText({ filter })) as { filter?: unknown }).filter) ?? [],
    ).toEqual(filter);
  },
);
