import type { Table } from './tables.ts';

/** A table, or the pages `from` (inclusive) to `to` (exclusive, null: the end) of one. */
export interface TablePart {
  readonly table: Table;
  readonly from: number;
  readonly to: number | null;
  /** Its share of the table's size on disk. */
  readonly bytes: number;
}

/** 64 MB. */
const PAGES_PER_PART = 8192;

/**
 * Cuts a table that outweighs all others, so that several connections can share it. The others stay whole, which is
 * cheaper to write (see {@link fillSql}). Tables without a page have no rows and no part.
 * @param totalPages of all tables together
 */
export function partsOf(table: Table, totalPages: number): TablePart[] {
  if (table.pages === 0) return [];
  const isShared = table.condition === '' && table.pages > totalPages / 2;
  const count = isShared ? Math.max(1, Math.round(table.pages / PAGES_PER_PART)) : 1;
  return Array.from({ length: count }, (_, index) => ({
    table,
    from: index * PAGES_PER_PART,
    to: index === count - 1 ? null : (index + 1) * PAGES_PER_PART,
    bytes: table.bytes / count,
  }));
}

function isWhole({ table, from, to }: TablePart): boolean {
  return table.condition === '' && from === 0 && to === null;
}

function rowsOf(part: TablePart): string {
  const { table, from, to } = part;
  const { name, columns, condition } = table;
  if (isWhole(part)) return `${name} ${columns}`;
  const list = columns === '' ? '' : columns.slice(1, -1);
  const pages = [`ctid >= '(${from},0)'`, ...(to === null ? [] : [`ctid < '(${to},0)'`])].join(' and ');
  return `(select ${list} from only ${name} ${condition === '' ? `where ${pages}` : condition})`;
}

/** One text that reads rows as they were at the snapshot. Its locks end with it. */
export function copyOutSql(part: TablePart, snapshot: string, binary: boolean): string {
  return `begin isolation level repeatable read read only; set transaction snapshot '${snapshot}';
copy ${rowsOf(part)} to stdout${binary ? ' (format binary)' : ''}; commit`;
}

export function copyInSql(table: Table, binary: boolean): string {
  return `copy ${table.name} ${table.columns} from stdin${binary ? ' (format binary)' : ''}`;
}

/**
 * Reads the rows of a part from the connection. A table that is emptied in the same transaction needs no log on a server
 * that keeps as little of it as possible, and its rows can be marked as old at once: nothing has to visit them again.
 */
export function fillSql(part: TablePart, binary: boolean): string {
  const { table } = part;
  if (!table.isOurs || !isWhole(part)) return copyInSql(table, binary);
  const options = binary ? 'freeze, format binary' : 'freeze';
  return `begin; truncate only ${table.name}; copy ${table.name} ${table.columns} from stdin (${options}); commit`;
}
