import type { GridColumn } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import type { TableView } from '../view/table-view.ts';
import { choose, complete, EMPTY_ENTRY, type FilterEntry, stepBack, suggestions } from './filter-entry.ts';

const column = (name: string, kind: GridColumn['kind'], more: Partial<GridColumn> = {}) =>
  ({ name, kind, type: kind, enum_values: [], ...more }) as GridColumn;
const columns = [
  column('id', 'integer'),
  column('paid', 'boolean'),
  column('mood', 'enum', { enum_values: ['glad', 'sad'] }),
  column('id of "shop":', 'text'),
];
const NO_VIEW: TableView = { filters: [], sorts: [] };

/** Types texts and takes the first suggestion of each. */
function typing(...texts: string[]): { entry: FilterEntry; view: TableView } {
  let entry = EMPTY_ENTRY;
  let view = NO_VIEW;
  for (const text of texts) {
    const typed = { ...entry, text };
    const [first] = suggestions(typed, columns);
    const next = first === undefined ? complete(typed, view) : choose(typed, first, view);
    entry = next.entry;
    view = next.view ?? view;
  }
  return { entry, view };
}

describe('a filter that is typed', () => {
  it('is column, operator, value', () => {
    expect(typing('id', '>=', '12')).toEqual({
      entry: EMPTY_ENTRY,
      view: { sorts: [], filters: [{ column: 'id', operator: '>=', value: '12' }] },
    });
  });

  it('understands signs and words', () => {
    expect(typing('id', '<').entry.operator).toBe('<');
    expect(typing('id', 'at least').entry.operator).toBe('>=');
    expect(typing('shop', 'whatever').entry).toMatchObject({ column: 'id of "shop":', operator: '~~*' });
  });

  it('suggests the values that there are', () => {
    const labels = (...texts: string[]) =>
      suggestions(typing(...texts).entry, columns).map(({ label }) => label);
    expect(labels('mood', '=')).toEqual(['glad', 'sad']);
    expect(labels('paid', 'is')).toEqual(['null', 'not null', 'true', 'false', 'unknown']);
    expect(labels('id', 'is')).toEqual(['null', 'not null']);
    expect(labels('id', '=')).toEqual([]);
    expect(typing('mood', '=', 'sa').view.filters).toEqual([{ column: 'mood', operator: '=', value: 'sad' }]);
  });

  it('sorts too', () => {
    expect(typing('mood', 'desc', 'id', 'sort asc').view.sorts).toEqual([
      { column: 'mood', ascending: false },
      { column: 'id', ascending: true },
    ]);
  });

  it('keeps an empty value, but not an empty "is"', () => {
    expect(complete({ column: 'id', operator: '=', text: '' }, NO_VIEW).view?.filters).toHaveLength(1);
    expect(complete({ column: 'id', operator: 'is', text: ' ' }, NO_VIEW).view).toBeNull();
    expect(complete({ column: 'id', operator: null, text: 'x' }, NO_VIEW).view).toBeNull();
  });

  it('goes back step by step', () => {
    const { entry } = typing('id', '=');
    expect(stepBack(entry)).toEqual({ column: 'id', operator: null, text: '' });
    expect(stepBack(stepBack(entry))).toEqual(EMPTY_ENTRY);
    expect(stepBack(EMPTY_ENTRY)).toBe(EMPTY_ENTRY);
  });
});
