import type { GridColumn, GridTable } from '@basalt/contract';
import { describe, expect, it } from 'vitest';
import { pendingRows } from '../changes/pending-changes.ts';
import { gridLines, loadedRows } from '../rows/loaded-rows.ts';
import { deleteStep, duplicateStep, editStep, insertStep, pasteStep } from './edit-lines.ts';

const column = (name: string, more: Partial<GridColumn> = {}): GridColumn => ({
  name,
  type: 'text',
  kind: 'text',
  enum_values: [],
  has_time_zone: false,
  is_nullable: true,
  default_value: null,
  identity: null,
  is_generated: false,
  is_insertable: true,
  is_updatable: true,
  comment: null,
  ...more,
});
const table = {
  columns: [
    column('id', { kind: 'integer', identity: 'by default', is_nullable: false }),
    column('name'),
    column('tags', { kind: 'array' }),
    column('twice', { kind: 'integer', is_generated: true, is_insertable: false, is_updatable: false }),
  ],
  key: ['id'],
} as unknown as GridTable;
const loaded = loadedRows(
  {
    columns: ['id', 'name', 'tags', 'twice'],
    rows: [
      ['1', 'a', '{x}', '2'],
      ['2', 'b', null, '4'],
    ],
    cut: [],
    versions: ['v1', 'v2'],
    next: null,
    sql: '',
    milliseconds: 0,
  },
  ['id'],
  0,
);
const lines = gridLines(loaded, new Map(), table.columns);
const [first, second] = lines;
if (first === undefined || second === undefined) throw new Error('there are two rows');

describe('what is typed', () => {
  it('may write an array as JSON', () => {
    const step = editStep(table, [{ line: first, place: 2, value: '["a b", null, 3, "NULL"]' }]);
    expect(step.edits?.[0]).toMatchObject({ column: 'tags', value: '{"a b",NULL,3,"NULL"}' });
    expect(insertStep(table, { tags: '["x"]', name: '["x"]' }).inserts?.[0]?.values).toEqual({
      tags: '{x}',
      name: '["x"]',
    });
    expect(editStep(table, [{ line: first, place: 2, value: '[0:1]={1,2}' }]).edits?.[0]?.value).toBe(
      '[0:1]={1,2}',
    );
  });
});

describe('a pasted block', () => {
  const paste = (lineIndex: number, place: number, cells: string[][], places = [0, 1, 2, 3]) =>
    pasteStep({ table, lines, places, lineIndex, place, cells });

  it('goes over the cells that are there, in the order in which columns are shown', () => {
    const { step, skipped } = paste(
      0,
      2,
      [
        ['{p}', 'x'],
        ['', 'NULL'],
      ],
      [3, 2, 1, 0],
    );
    expect(skipped).toBe(0);
    expect([...pendingRows([step]).values()]).toMatchObject([
      { kind: 'update', values: { tags: '{p}', name: 'x' } },
      { kind: 'update', values: { name: null } },
    ]);
  });

  it('goes on in new rows, and counts what has no place', () => {
    const { step, skipped } = paste(1, 1, [
      ['x', '{q}', '9', 'beyond'],
      ['y', '', '9', 'beyond'],
    ]);
    expect(skipped).toBe(4);
    expect([...pendingRows([step]).values()]).toMatchObject([
      { kind: 'insert', values: { name: 'y', tags: null } },
      { kind: 'update', values: { name: 'x', tags: '{q}' } },
    ]);
  });
});

it('duplicates a row without what the database gives it', () => {
  expect(duplicateStep(table, [first]).inserts?.[0]?.values).toEqual({ name: 'a', tags: '{x}' });
});

it('deletes only rows that something tells apart', () => {
  const nameless = { ...second, loaded: { ...second, key: null } };
  expect(deleteStep(table, [first, nameless]).deletes).toHaveLength(1);
});
