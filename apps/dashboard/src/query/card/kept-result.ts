import type { ResultSet } from '../run/run-output.ts';

/** Rows that were kept by name, as a result; null when there are none. What their types were is not kept. */
export function keptResult(rows: readonly Readonly<Record<string, unknown>>[] | undefined): ResultSet | null {
  if (rows === undefined) return null;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return {
    index: 0,
    fields: names.map((name) => ({ name, type: typeOf(rows, name) })),
    rows: rows.map((row) => names.map((name) => textOf(row[name]))),
    command: 'SELECT',
    rowCount: rows.length,
    truncated: false,
    isCut: false,
    milliseconds: null,
  };
}

/** The rows of a result by name. Of columns with the same name the last one counts. */
export function rowsByName({ fields, rows }: ResultSet): Record<string, string | null>[] {
  return rows.map((row) =>
    Object.fromEntries((fields ?? []).map(({ name }, place) => [name, row[place] ?? null])),
  );
}

const NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** Whether a column holds numbers, which are drawn and aligned as such. */
function typeOf(rows: readonly Readonly<Record<string, unknown>>[], name: string): string {
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined);
  return values.length > 0 && values.every((value) => NUMBER.test(String(value))) ? 'numeric' : 'text';
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
