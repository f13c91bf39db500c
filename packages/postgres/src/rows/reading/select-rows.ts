import { quoteIdent } from '@basalt/sql';
import type { TableShape } from '../shape/table-shape.ts';
import { cell, cutToBytes } from './cells.ts';

/**
 * Selects rows of a table, called `t` in `from`. The row's version and place come first, then each value with its length, if it is cut.
 * Columns of the key come whole.
 * @param first what to select before all of that
 */
export function selectFrom(shape: TableShape, from: string, bytes: number, first?: string): string {
  const cells = shape.columns.map((column, place) =>
    cell(column, place, shape.key?.includes(column.name) === true, bytes),
  );
  const inner = [
    ...(first === undefined ? [] : [`${first} as first`]),
    ...(shape.hasVersions ? ['t.xmin as version'] : []),
    ...(shape.hasPlaces ? ['t.ctid as place'] : []),
    ...shape.columns.map(({ name }, place) => `t.${quoteIdent(name)} as v${place}`),
  ];
  const outer = [
    ...(first === undefined ? [] : ['r.first']),
    shape.hasVersions ? 'r.version' : 'null',
    shape.hasPlaces ? 'r.place' : 'null',
    ...cells.flatMap(({ value, bytes: length }) => [value, length]),
  ];
  const made = cells.flatMap((one) => (one.made === null ? [] : [one.made]));
  // OFFSET keeps PostgreSQL from making a text once for each time that it is mentioned.
  const join = made.length === 0 ? '' : ` cross join lateral (select ${made.join(', ')} offset 0) as w`;
  return `select ${outer.join(', ')} from (select ${inner.join(', ')} from ${from}) as r${join}`;
}

export interface ReadRow {
  readonly version: string | null;
  readonly place: string | null;
  readonly values: (string | null)[];
  readonly cut: { column: number; bytes: number }[];
}

/** @param row as `selectFrom` selects it */
export function readRow({ columns }: TableShape, row: readonly (string | null)[], bytes: number): ReadRow {
  const [version = null, place = null, ...cells] = row;
  const values: (string | null)[] = [];
  const cut: ReadRow['cut'] = [];
  for (let column = 0; column < columns.length; column++) {
    const value = cells[column * 2] ?? null;
    const length = cells[column * 2 + 1] ?? null;
    if (length !== null) cut.push({ column, bytes: Number(length) });
    values.push(length === null || value === null ? value : cutToBytes(value, bytes));
  }
  return { version, place, values, cut };
}
