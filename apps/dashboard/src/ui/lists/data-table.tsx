import type { ReactNode } from 'react';
import classes from './data-table.module.css';

export interface DataTableColumn<Row> {
  key: string;
  header: ReactNode;
  render: (row: Row) => ReactNode;
  align?: 'left' | 'right';
  /** CSS width; the rest is shared. */
  width?: number | string;
  /** Left out where the screen is narrow. */
  isMinor?: boolean;
  /** What the first column says there of one that is left out. */
  inShort?: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** Names the table for those who do not see it. */
  label: string;
  columns: ReadonlyArray<DataTableColumn<Row>>;
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** Shown instead of rows. */
  empty?: ReactNode;
  /** It has more columns than most screens, and nothing in it that the keyboard reaches: scrolling must. */
  isWide?: boolean;
}

/** A compact table for a few hundred rows. Scrolls sideways where the screen is narrow. */
export function DataTable<Row>({ label, columns, rows, rowKey, empty, isWide = false }: DataTableProps<Row>) {
  const shortened = columns.filter(({ inShort }) => inShort !== undefined);
  return (
    <div className={classes.frame} {...(isWide ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}>
      <table className={classes.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-align={column.align}
                data-minor={column.isMinor}
                style={{ width: column.width }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column, index) => (
                <td key={column.key} data-align={column.align} data-minor={column.isMinor}>
                  {column.render(row)}
                  {index === 0 && shortened.length > 0 && (
                    <span className={classes.short}>
                      {shortened.map(({ key, inShort }) => (
                        <span key={key}>{inShort?.(row)}</span>
                      ))}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length} className={classes.empty}>
                {empty ?? 'Nothing here yet.'}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}
