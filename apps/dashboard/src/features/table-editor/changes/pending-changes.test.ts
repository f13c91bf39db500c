import { describe, expect, it } from 'vitest';
import { DEFAULT } from '../values/new-value.ts';
import {
  type CellEdit,
  changesToSave,
  countText,
  NOTHING_PENDING,
  type Pending,
  pendingRows,
  type RowOrigin,
  rebased,
  type Step,
  undone,
  withoutRows,
  withStep,
} from './pending-changes.ts';

const row = (id: string, version = 'v1'): RowOrigin => ({
  id,
  key: { id },
  version,
  values: { id, name: 'old', note: null },
});
const edit = (target: CellEdit['row'], column: string, value: CellEdit['value']): Step => ({
  edits: [{ row: target, column, value }],
});
const after = (...steps: Step[]): Pending => steps.reduce(withStep, NOTHING_PENDING);
const saved = (pending: Pending) => changesToSave(pendingRows(pending).values()).changes;

describe('changes of a table', () => {
  it('merges edits of a row and keeps the order of rows', () => {
    const pending = after(
      edit(row('1'), 'name', 'a'),
      edit(row('2'), 'name', DEFAULT),
      edit(row('1'), 'note', null),
      edit(row('1'), 'note', ''),
      edit(row('1'), 'name', 'b'),
    );
    expect(saved(pending)).toEqual([
      { kind: 'update', key: { id: '1' }, version: 'v1', values: { note: '', name: 'b' } },
      { kind: 'update', key: { id: '2' }, version: 'v1', values: { name: { default: true } } },
    ]);
  });

  it('is nothing when a value is what it was', () => {
    const changed = after(edit(row('1'), 'name', 'a'));
    expect(saved(withStep(changed, edit(row('1'), 'name', 'old')))).toEqual([]);
    expect(after(edit(row('1'), 'name', 'old'))).toEqual([]);
    expect(withStep(changed, edit(row('1'), 'name', 'a'))).toBe(changed);
  });

  it('tells a new row with NULL from one that leaves a column out', () => {
    const pending = after({ inserts: [{ id: 'new-1', values: {} }] }, edit('new-1', 'note', null), {
      inserts: [{ id: 'new-2', values: { name: 'x' } }],
    });
    expect(saved(pending)).toEqual([
      { kind: 'insert', values: { note: null } },
      { kind: 'insert', values: { name: 'x' } },
    ]);
  });

  it('forgets a new row that is deleted, and edits of a row that is', () => {
    const pending = after(
      { inserts: [{ id: 'new-1', values: { name: 'x' } }] },
      edit(row('1'), 'name', 'a'),
      { deletes: ['new-1', row('1')] },
      edit(row('1'), 'name', 'b'),
      edit('new-1', 'name', 'y'),
    );
    expect(saved(pending)).toEqual([{ kind: 'delete', key: { id: '1' }, version: 'v1' }]);
  });

  it('undoes one thing at a time, a pasted block at once', () => {
    const pasted: Step = {
      edits: [
        { row: row('1'), column: 'name', value: 'a' },
        { row: row('2'), column: 'name', value: 'b' },
      ],
      inserts: [{ id: 'new-1', values: { name: 'c' } }],
    };
    const pending = after(edit(row('1'), 'name', 'first'), pasted, { deletes: [row('2')] });
    expect(saved(undone(pending))).toHaveLength(3);
    expect(saved(undone(undone(pending)))).toEqual([
      { kind: 'update', key: { id: '1' }, version: 'v1', values: { name: 'first' } },
    ]);
    expect(undone(undone(undone(pending)))).toEqual([]);
    expect(undone([])).toEqual([]);
  });

  it('drops one row of several', () => {
    const pending = after(
      { edits: [{ row: row('1'), column: 'name', value: 'a' }], deletes: [row('2')] },
      { inserts: [{ id: 'new-1', values: {} }] },
      edit('new-1', 'name', 'x'),
    );
    expect(saved(withoutRows(pending, new Set(['new-1'])))).toHaveLength(2);
    expect(withoutRows(pending, new Set(['new-1', '1', '2']))).toEqual([]);
  });

  it('goes on with the row as it is now', () => {
    const pending = after(edit(row('1'), 'name', 'mine'), edit(row('1'), 'note', 'n'));
    const now: RowOrigin = { ...row('1', 'v2'), values: { id: '1', name: 'theirs', note: 'n' } };
    expect(saved(rebased(pending, now))).toEqual([
      { kind: 'update', key: { id: '1' }, version: 'v2', values: { name: 'mine' } },
    ]);
  });

  it('sends no version where there is none', () => {
    const pending = after({ deletes: [{ ...row('1'), version: null }] });
    expect(saved(pending)).toEqual([{ kind: 'delete', key: { id: '1' } }]);
  });

  it('counts in words', () => {
    expect(countText(pendingRows(after({ deletes: [row('1')] })).values())).toBe('1 row: 1 deleted');
    const pending = after({ inserts: [{ id: 'new-1', values: {} }] }, edit(row('1'), 'name', 'a'));
    expect(countText(pendingRows(pending).values())).toBe('2 rows: 1 added, 1 changed');
  });

  it('keeps columns with the names of built-in things', () => {
    const pending = after({ inserts: [{ id: 'new-1', values: { __proto__x: 'a', constructor: 'b' } }] });
    expect(saved(pending)).toEqual([{ kind: 'insert', values: { __proto__x: 'a', constructor: 'b' } }]);
  });
});
