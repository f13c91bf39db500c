import type { RowChange } from '@basalt/contract';
import { isDefault, type NewValue } from '../values/new-value.ts';

type Values<T> = Readonly<Record<string, T>>;

/** A row of the table as it was read. */
export interface RowOrigin {
  id: string;
  /** The columns of the table's key with their values. */
  key: Values<string>;
  version: string | null;
  values: Values<string | null>;
}

/** One cell of a row that was read, or of a new one, which is named by its id. */
export interface CellEdit {
  row: RowOrigin | string;
  column: string;
  value: NewValue;
}

/** What was done at once, and is undone at once. */
export interface Step {
  inserts?: readonly { id: string; values: Values<NewValue> }[];
  edits?: readonly CellEdit[];
  deletes?: readonly (RowOrigin | string)[];
}

/** What becomes of one row when everything is saved. */
export type PendingRow =
  | { kind: 'insert'; id: string; values: Values<NewValue> }
  | { kind: 'update'; id: string; origin: RowOrigin; values: Values<NewValue> }
  | { kind: 'delete'; id: string; origin: RowOrigin };

/** The changes of one table that are not saved: what was done, in order. What comes out of it is derived. */
export type Pending = readonly Step[];

export const NOTHING_PENDING: Pending = [];

const idOf = (row: RowOrigin | string) => (typeof row === 'string' ? row : row.id);

/** Adds what was done. Steps that change nothing are not worth an undo. */
export function withStep(pending: Pending, step: Step): Pending {
  const next = [...pending, step];
  return isSame(pendingRows(pending), pendingRows(next)) ? pending : next;
}

/** Takes the last thing that was done back. */
export function undone(pending: Pending): Pending {
  return pending.slice(0, -1);
}

/** Without everything that was done to these rows. */
export function withoutRows(pending: Pending, ids: ReadonlySet<string>): Pending {
  const stays = (row: RowOrigin | string) => !ids.has(idOf(row));
  return pending
    .map(({ inserts = [], edits = [], deletes = [] }) => ({
      inserts: inserts.filter(({ id }) => stays(id)),
      edits: edits.filter(({ row }) => stays(row)),
      deletes: deletes.filter(stays),
    }))
    .filter(({ inserts, edits, deletes }) => inserts.length + edits.length + deletes.length > 0);
}

/** The same changes on a row as it is now, after somebody else has changed it. */
export function rebased(pending: Pending, origin: RowOrigin): Pending {
  const now = (row: RowOrigin | string) => (typeof row !== 'string' && row.id === origin.id ? origin : row);
  return pending.map(({ inserts = [], edits = [], deletes = [] }) => ({
    inserts,
    edits: edits.map((edit) => ({ ...edit, row: now(edit.row) })),
    deletes: deletes.map(now),
  }));
}

/** What becomes of each row, merged, in the order in which the rows were first touched. */
export function pendingRows(pending: Pending): Map<string, PendingRow> {
  const rows = new Map<string, PendingRow>();
  for (const { inserts = [], edits = [], deletes = [] } of pending) {
    for (const { id, values } of inserts) rows.set(id, { kind: 'insert', id, values });
    for (const edit of edits) applyEdit(rows, edit);
    for (const row of deletes) {
      const id = idOf(row);
      if (typeof row === 'string') rows.delete(id);
      else rows.set(id, { kind: 'delete', id, origin: row });
    }
  }
  return rows;
}

function applyEdit(rows: Map<string, PendingRow>, { row, column, value }: CellEdit): void {
  const id = idOf(row);
  const before = rows.get(id);
  if (before?.kind === 'delete') return;
  if (before?.kind === 'insert') {
    rows.set(id, { ...before, values: { ...before.values, [column]: value } });
    return;
  }
  if (typeof row === 'string') return;
  const { [column]: _, ...others } = before?.values ?? {};
  // A value that is what it was before is no change.
  const isBack = row.values[column] === value;
  const values = isBack ? others : { ...others, [column]: value };
  if (Object.keys(values).length === 0) rows.delete(id);
  else rows.set(id, { kind: 'update', id, origin: row, values });
}

function isSame(a: Map<string, PendingRow>, b: Map<string, PendingRow>): boolean {
  return a.size === b.size && JSON.stringify([...a]) === JSON.stringify([...b]);
}

/** What the server is asked to do, and the row of each change. */
export function changesToSave(rows: Iterable<PendingRow>): { changes: RowChange[]; ids: string[] } {
  const changes: RowChange[] = [];
  const ids: string[] = [];
  for (const row of rows) {
    ids.push(row.id);
    changes.push(changeOf(row));
  }
  return { changes, ids };
}

function changeOf(row: PendingRow): RowChange {
  if (row.kind === 'insert') return { kind: 'insert', values: sent(row.values) };
  const { key, version } = row.origin;
  const target = { key: { ...key }, ...(version === null ? {} : { version }) };
  return row.kind === 'update'
    ? { kind: 'update', ...target, values: sent(row.values) }
    : { kind: 'delete', ...target };
}

function sent(values: Values<NewValue>): Record<string, string | null | { default: true }> {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, isDefault(value) ? { default: true } : value]),
  );
}

/** How many rows are added, changed and deleted, in words. */
export function countText(rows: Iterable<PendingRow>): string {
  const counts = { insert: 0, update: 0, delete: 0 };
  for (const { kind } of rows) counts[kind] += 1;
  const parts = [
    [counts.insert, 'added'],
    [counts.update, 'changed'],
    [counts.delete, 'deleted'],
  ] as const;
  const words = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count.toLocaleString('en')} ${word}`);
  const total = counts.insert + counts.update + counts.delete;
  return `${total === 1 ? '1 row' : `${total.toLocaleString('en')} rows`}: ${words.join(', ')}`;
}
