import type { GridColumn } from '@basalt/contract';
import { formatFilter, formatSort, parseFilter, parseSort } from '@basalt/sql';

export interface ViewFilter {
  column: string;
  operator: '=' | '<>' | '>' | '<' | '>=' | '<=' | '~~' | '~~*' | 'in' | 'is';
  value: string;
}

export interface ViewSort {
  column: string;
  ascending: boolean;
}

/** What of a table is shown, and in which order. */
export interface TableView {
  filters: readonly ViewFilter[];
  sorts: readonly ViewSort[];
}

/** The parameters of an address that say which rows are shown. */
export interface ViewSearch {
  sort?: string[] | undefined;
  filter?: string[] | undefined;
}

/** Reads a view from the parameters of an address; what is no sort or filter is left out. */
export function viewOfSearch({ sort = [], filter = [] }: ViewSearch): TableView {
  return {
    filters: filter.flatMap((text) => parseFilter(text) ?? []),
    sorts: sort.flatMap((text) => parseSort(text) ?? []),
  };
}

/** The parameters of an address that say so; none that is empty. */
export function searchOfView({ filters, sorts }: TableView): { sort?: string[]; filter?: string[] } {
  return {
    ...(sorts.length === 0 ? {} : { sort: sorts.map(formatSort) }),
    ...(filters.length === 0 ? {} : { filter: filters.map(formatFilter) }),
  };
}

/** The view without what names columns that are not there (any more), and what had to be left out. */
export function presentView(
  { filters, sorts }: TableView,
  columns: readonly Pick<GridColumn, 'name'>[],
): { view: TableView; missing: string[] } {
  const names = new Set(columns.map(({ name }) => name));
  const isThere = ({ column }: { column: string }) => names.has(column);
  const missing = [...filters, ...sorts].filter((item) => !isThere(item)).map(({ column }) => column);
  return {
    view: { filters: filters.filter(isThere), sorts: sorts.filter(isThere) },
    missing: [...new Set(missing)],
  };
}

/** The sorts with this column's direction; null takes it away. A new one comes last, so that it only orders what is equal. */
export function withSort(sorts: readonly ViewSort[], column: string, ascending: boolean | null): ViewSort[] {
  if (ascending === null) return sorts.filter((sort) => sort.column !== column);
  const isThere = sorts.some((sort) => sort.column === column);
  return isThere
    ? sorts.map((sort) => (sort.column === column ? { column, ascending } : sort))
    : [...sorts, { column, ascending }];
}
