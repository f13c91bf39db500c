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

/** Cuts large tables so that several connections can share one. Tables without a page have no rows and no part. */
export function partsOf(table: Table): TablePart[] {
  if (table.pages === 0) return [];
  const count = table.condition === '' ? Math.max(1, Math.round(table.pages / PAGES_PER_PART)) : 1;
  return Array.from({ length: count }, (_, index) => ({
    table,
    from: index * PAGES_PER_PART,
    to: index === count - 1 ? null : (index + 1) * PAGES_PER_PART,
    bytes: table.bytes / count,
  }));
}

function rowsOf({ table, from, to }: TablePart): string {
  const { name, columns, condition } = table;
  if (condition === '' && from === 0 && to === null) return `${name} ${columns}`;
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
