import type { RowPage } from '@basalt/contract';
import type { PendingRow, RowOrigin } from '../changes/pending-changes.ts';
import { isDefault, type NewValue } from '../values/new-value.ts';

/** A row of a page. */
export interface LoadedRow {
  id: string;
  values: readonly (string | null)[];
  version: string | null;
  /** How many bytes the values have that were cut, by the number of their column. */
  cut: ReadonlyMap<number, number> | null;
  /** Null: nothing tells this row apart, so that it cannot be changed. */
  key: Readonly<Record<string, string>> | null;
}

/** A row as the grid shows it: what was read, with what is not saved laid over it. */
export interface GridLine extends LoadedRow {
  state: 'loaded' | 'new' | 'changed' | 'deleted';
  /** What its cells are to become, by column. */
  edits: Readonly<Record<string, NewValue>> | null;
  /** As it was read; null of a new row. */
  loaded: LoadedRow | null;
}

const NO_CUTS: ReadonlyMap<number, number> | null = null;

/** The rows of a page. Their ids are made of their keys, or of their place where nothing else tells them apart. */
export function loadedRows(page: RowPage, key: readonly string[] | null, firstPlace: number): LoadedRow[] {
  const cuts = Map.groupBy(page.cut, ({ row }) => row);
  const keyPlaces = key?.map((column) => page.columns.indexOf(column)) ?? [];
  return page.rows.map((values, place) => {
    const cut = cuts.get(place);
    const cutColumns =
      cut === undefined ? NO_CUTS : new Map(cut.map(({ column, bytes }) => [column, bytes] as const));
    const rowKey = key === null ? null : keyOf(key, keyPlaces, values, cutColumns);
    return {
      id: rowKey === null ? `#${firstPlace + place}` : rowId(rowKey),
      values,
      version: page.versions?.[place] ?? null,
      cut: cutColumns,
      key: rowKey,
    };
  });
}

/** The id of the row with this key. */
function rowId(key: Readonly<Record<string, string>>): string {
  return JSON.stringify(Object.values(key));
}

function keyOf(
  columns: readonly string[],
  places: readonly number[],
  values: readonly (string | null)[],
  cut: ReadonlyMap<number, number> | null,
): Record<string, string> | null {
  const key: Record<string, string> = {};
  for (const [index, column] of columns.entries()) {
    const place = places[index] ?? -1;
    const value = values[place];
    if (value == null || cut?.has(place)) return null;
    key[column] = value;
  }
  return key;
}

/** The row as what changes of it begin from. Null of a row that nothing tells apart. */
export function originOf(row: LoadedRow, columns: readonly { name: string }[]): RowOrigin | null {
  if (row.key === null) return null;
  const values: Record<string, string | null> = {};
  for (const [place, { name }] of columns.entries()) {
    // Of a cut value only the beginning is known, so that no new value is taken for the old one.
    if (!row.cut?.has(place)) values[name] = row.values[place] ?? null;
  }
  return { id: row.id, key: row.key, version: row.version, values };
}

/** What the grid shows: new rows first, then those that were read. Rows without changes are the same objects as before. */
export function gridLines(
  loaded: readonly LoadedRow[],
  pending: ReadonlyMap<string, PendingRow>,
  columns: readonly { name: string }[],
): GridLine[] {
  const lines: GridLine[] = [];
  for (const row of pending.values()) {
    if (row.kind === 'insert') lines.push(newLine(row, columns));
  }
  for (const row of loaded) lines.push(lineOf(row, pending.get(row.id), columns));
  return lines;
}

const unchanged = new WeakMap<LoadedRow, GridLine>();

function lineOf(
  row: LoadedRow,
  pending: PendingRow | undefined,
  columns: readonly { name: string }[],
): GridLine {
  if (pending === undefined || pending.kind === 'insert') {
    let line = unchanged.get(row);
    if (line === undefined) {
      line = { ...row, state: 'loaded', edits: null, loaded: row };
      unchanged.set(row, line);
    }
    return line;
  }
  if (pending.kind === 'delete') return { ...row, state: 'deleted', edits: null, loaded: row };
  const edited = columns.flatMap(({ name }, place) => (Object.hasOwn(pending.values, name) ? [place] : []));
  return {
    ...row,
    state: 'changed',
    edits: pending.values,
    loaded: row,
    values: row.values.map((value, place) => shownValue(pending.values, columns[place]?.name ?? '', value)),
    cut: row.cut === null ? null : new Map([...row.cut].filter(([place]) => !edited.includes(place))),
  };
}

function newLine(
  { id, values }: { id: string; values: Readonly<Record<string, NewValue>> },
  columns: readonly { name: string }[],
): GridLine {
  return {
    id,
    values: columns.map(({ name }) => shownValue(values, name, null)),
    version: null,
    cut: null,
    key: null,
    state: 'new',
    edits: values,
    loaded: null,
  };
}

function shownValue(
  edits: Readonly<Record<string, NewValue>>,
  column: string,
  value: string | null,
): string | null {
  if (!Object.hasOwn(edits, column)) return value;
  const edit = edits[column];
  return isDefault(edit) ? null : (edit ?? null);
}
