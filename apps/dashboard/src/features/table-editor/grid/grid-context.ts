import type { GridColumn, GridReference, GridTable } from '@basalt/contract';
import { createContext, useContext } from 'react';
import type { RowProblem } from '../changes/pending-store.ts';
import type { GridLine } from '../rows/loaded-rows.ts';
import type { NewValue } from '../values/new-value.ts';
import type { LaidColumn } from '../view/column-layout.ts';
import type { ViewSort } from '../view/table-view.ts';

/** What heads and cells of the grid know of the table, without being drawn anew when rows are. */
export interface GridContextValue {
  projectRef: string;
  table: GridTable;
  sorts: readonly ViewSort[];
  columns: readonly LaidColumn[];
  onColumns: (columns: readonly LaidColumn[]) => void;
  onSort: (column: string, ascending: boolean | null) => void;
  onFilter: (column: string) => void;
  problem: RowProblem | null;
}

export const GridContext = createContext<GridContextValue | null>(null);

export function useGridContext(): GridContextValue {
  const value = useContext(GridContext);
  if (value === null) throw new Error('Cells stand in a grid.');
  return value;
}

/** A line with what is being typed into one of its cells. */
export interface DraftLine extends GridLine {
  draft?: { place: number; value: NewValue };
}

/** The foreign key that a column belongs to; one of this column alone before others. */
export function referenceOf(table: GridTable, column: string): GridReference | null {
  const found = table.foreign_keys.filter(({ columns }) => columns.includes(column));
  return found.find(({ columns }) => columns.length === 1) ?? found[0] ?? null;
}

/** Whether the cell can be changed, in a table whose rows can. */
export function isCellEditable(line: GridLine, column: GridColumn): boolean {
  if (line.state === 'deleted') return false;
  return line.state === 'new' ? column.is_insertable : line.key !== null && column.is_updatable;
}
