import { describe, expect, it } from 'vitest';
import { presentView, searchOfView, type TableView, viewOfSearch, withSort } from './table-view.ts';

describe('viewOfSearch', () => {
  it('reads what it writes, whatever columns are called', () => {
    const view: TableView = {
      filters: [
        { column: 'a:b%', operator: '~~*', value: 'x:y%' },
        { column: '🪨 "of"', operator: 'is', value: 'not null' },
        { column: 'name', operator: '=', value: '' },
      ],
      sorts: [
        { column: 'a:b%', ascending: false },
        { column: 'name', ascending: true },
      ],
    };
    expect(viewOfSearch(searchOfView(view))).toEqual(view);
  });

  it('leaves out what is none', () => {
    expect(
      viewOfSearch({ sort: ['name', ':asc', 'a:down'], filter: ['a:eq', 'a:is nothing:1', 'b:gt:2'] }),
    ).toEqual({
      filters: [{ column: 'b', operator: '>', value: '2' }],
      sorts: [{ column: 'a', ascending: false }],
    });
  });

  it('writes no empty parameters', () => {
    expect(searchOfView({ filters: [], sorts: [] })).toEqual({});
  });
});

it('leaves out columns that are gone and says so', () => {
  const view = viewOfSearch({ sort: ['gone:asc', 'id:asc'], filter: ['gone:eq:1'] });
  expect(presentView(view, [{ name: 'id' }])).toEqual({
    view: { filters: [], sorts: [{ column: 'id', ascending: true }] },
    missing: ['gone'],
  });
});

it('changes a sort where it stands', () => {
  const sorts = viewOfSearch({ sort: ['a:asc', 'b:asc'] }).sorts;
  expect(withSort(sorts, 'a', false)).toEqual([{ column: 'a', ascending: false }, sorts[1]]);
  expect(withSort(sorts, 'a', null)).toEqual([sorts[1]]);
  expect(withSort(sorts, 'c', true).map(({ column }) => column)).toEqual(['a', 'b', 'c']);
});
