import type { GridTable } from '@basalt/contract';
import type { CellEdit, RowOrigin, Step } from '../changes/pending-changes.ts';
import { newRowId } from '../changes/pending-store.ts';
import { type GridLine, originOf } from '../rows/loaded-rows.ts';
import { readArray, writeArray } from '../values/array-text.ts';
import { canBeDefault, type NewValue } from '../values/new-value.ts';

/** A cell and what it is to become. */
interface ChangedCell {
  line: GridLine;
  place: number;
  value: NewValue;
}

/** The row that changes of a line belong to: as it was read, or the name of a new one. Null: nothing tells it apart. */
function targetOf(line: GridLine, table: GridTable): RowOrigin | string | null {
  return line.loaded === null ? line.id : originOf(line.loaded, table.columns);
}

/** Edits of cells as one step. Arrays may be written as JSON. */
export function editStep(table: GridTable, cells: readonly ChangedCell[]): Step {
  return {
    edits: cells.flatMap(({ line, place, value }): CellEdit[] => {
      const row = targetOf(line, table);
      const column = table.columns[place];
      if (row === null || column === undefined) return [];
      return [{ row, column: column.name, value: writtenValue(column, value) }];
    }),
  };
}

/** A new row with these values as one step. */
export function insertStep(table: GridTable, values: Readonly<Record<string, NewValue>>): Step {
  const written = table.columns.flatMap((column): [string, NewValue][] =>
    Object.hasOwn(values, column.name)
      ? [[column.name, writtenValue(column, values[column.name] ?? null)]]
      : [],
  );
  return { inserts: [{ id: newRowId(), values: Object.fromEntries(written) }] };
}

/** A value as PostgreSQL reads it, from how people may write it. */
function writtenValue({ kind }: GridTable['columns'][number], value: NewValue): NewValue {
  return kind === 'array' ? arrayText(value) : value;
}

/** An array that was written as JSON, in PostgreSQL's own form. */
function arrayText(value: NewValue): NewValue {
  if (typeof value !== 'string' || !value.trim().startsWith('[') || readArray(value) !== null) return value;
  try {
    const items: unknown = JSON.parse(value);
    if (!Array.isArray(items)) return value;
    return writeArray(
      items.map((item) => (item === null ? null : typeof item === 'string' ? item : JSON.stringify(item))),
    );
  } catch {
    return value;
  }
}

interface Block {
  table: GridTable;
  lines: readonly GridLine[];
  /** Numbers of the columns that are shown, in their order. */
  places: readonly number[];
  /** Where its first cell goes. */
  lineIndex: number;
  place: number;
  cells: readonly (readonly string[])[];
}

/**
 * Pasted cells as one step: over the cells that are there, and in new rows beyond the last one. What cannot be changed is left out and
 * counted. An empty cell is NULL where the column is not for text.
 */
export function pasteStep({ table, lines, places, lineIndex, place, cells }: Block): {
  step: Step;
  skipped: number;
} {
  const first = places.indexOf(place);
  const edits: CellEdit[] = [];
  const inserts: { id: string; values: Record<string, NewValue> }[] = [];
  let skipped = 0;
  for (const [down, row] of cells.entries()) {
    const line = lines[lineIndex + down];
    const target = line === undefined ? null : targetOf(line, table);
    const values: Record<string, NewValue> = {};
    for (const [right, text] of row.entries()) {
      const column = table.columns[places[first + right] ?? -1];
      const isNew = line === undefined || line.state === 'new';
      if (column === undefined || !(isNew ? column.is_insertable : column.is_updatable)) skipped += 1;
      else if (line === undefined) values[column.name] = pastedValue(column, text);
      else if (target === null || line.state === 'deleted') skipped += 1;
      else edits.push({ row: target, column: column.name, value: pastedValue(column, text) });
    }
    if (line === undefined && Object.keys(values).length > 0) inserts.push({ id: newRowId(), values });
  }
  return { step: { inserts, edits }, skipped };
}

function pastedValue(column: GridTable['columns'][number], text: string): NewValue {
  if (text === '' && column.kind !== 'text') return null;
  if (text === 'NULL' && column.is_nullable) return null;
  return writtenValue(column, text);
}

/** New rows with the values of these. What would be refused twice, such as keys with a default, is left to the default. */
export function duplicateStep(table: GridTable, lines: readonly GridLine[]): Step {
  return {
    inserts: lines.map((line) => ({
      id: newRowId(),
      values: Object.fromEntries(
        table.columns.flatMap((column, place): [string, NewValue][] => {
          const isKey = table.key?.includes(column.name) === true;
          if (!column.is_insertable || column.is_generated || (isKey && canBeDefault(column))) return [];
          if (line.edits !== null && Object.hasOwn(line.edits, column.name))
            return [[column.name, line.edits[column.name] ?? null]];
          return line.state === 'new' ? [] : [[column.name, line.values[place] ?? null]];
        }),
      ),
    })),
  };
}

/** The deletion of these rows as one step. */
export function deleteStep(table: GridTable, lines: readonly GridLine[]): Step {
  return { deletes: lines.flatMap((line) => targetOf(line, table) ?? []) };
}
