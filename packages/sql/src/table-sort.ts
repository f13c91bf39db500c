import { encodeColumn, splitColumn } from './column-part.ts';

/** One sort of a table view. */
export interface TableSort {
  readonly column: string;
  readonly ascending: boolean;
}

/** Reads `column:asc` or `column:desc` of a table view's address. Null when a part is missing; anything but `asc` descends. */
export function parseSort(text: string): TableSort | null {
  const parts = splitColumn(text);
  if (parts === null || parts.rest === '') return null;
  return { column: parts.column, ascending: parts.rest === 'asc' };
}

/** The address form of a sort: `column:asc` or `column:desc`. */
export function formatSort({ column, ascending }: TableSort): string {
  return `${encodeColumn(column)}:${ascending ? 'asc' : 'desc'}`;
}
