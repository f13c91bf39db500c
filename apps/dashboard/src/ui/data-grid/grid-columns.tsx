import type { Column, RenderCellProps, RenderHeaderCellProps } from 'react-data-grid';
import {
  cellPreview,
  columnWidth,
  type GridField,
  type GridRow,
  isNumericType,
  numberColumnWidth,
  seen,
} from './cell-text.ts';
import classes from './data-grid.module.css';

/** Key of the column of row numbers; the others are keyed by their place, because names may repeat. */
export const NUMBER_COLUMN = 'number';

/** The columns of a result: row numbers first, fixed at the left. Widths come from the rows known at this moment. */
export function gridColumns(
  fields: readonly GridField[],
  rows: readonly GridRow[],
  rowCount: number,
): Column<GridRow>[] {
  const number: Column<GridRow> = {
    key: NUMBER_COLUMN,
    name: '#',
    width: numberColumnWidth(rowCount),
    minWidth: 40,
    frozen: true,
    cellClass: classes.number ?? '',
    headerCellClass: classes.number ?? '',
    renderCell: ({ rowIdx }: RenderCellProps<GridRow>) => rowIdx + 1,
    renderHeaderCell: () => <span title="Row number">#</span>,
  };
  return [number, ...fields.map((field, index) => valueColumn(field, index, rows))];
}

function valueColumn(field: GridField, index: number, rows: readonly GridRow[]): Column<GridRow> {
  const isNumeric = isNumericType(field.type);
  return {
    key: String(index),
    name: field.name,
    width: columnWidth(field, index, rows),
    minWidth: 56,
    resizable: true,
    ...(isNumeric ? { cellClass: classes.numeric ?? '', headerCellClass: classes.numeric ?? '' } : {}),
    renderCell: ({ row }: RenderCellProps<GridRow>) => (
      <CellValue value={row[index] ?? null} type={field.type} />
    ),
    renderHeaderCell: (_: RenderHeaderCellProps<GridRow>) => (
      <span className={classes.head} title={`${field.name} ${field.type}`}>
        <span className={classes.name}>{seen(field.name)}</span>{' '}
        <span className={classes.type}>{field.type}</span>
      </span>
    ),
  };
}

function CellValue({ value, type }: { value: string | null; type: string }) {
  if (value === null) return <span className={classes.null}>NULL</span>;
  if (value === '') return <span className={classes.blank} role="img" aria-label="empty text" />;
  return cellPreview(value, type);
}
