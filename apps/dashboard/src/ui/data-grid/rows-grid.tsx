import { useMemo, useRef, useState } from 'react';
import {
  type CellKeyboardEvent,
  type CellMouseArgs,
  type CellMouseEvent,
  type DataGridHandle,
  DataGrid as Grid,
} from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { CellMenu, type CellMenuPlace } from './cell-menu.tsx';
import type { GridField, GridRow } from './cell-text.ts';
import classes from './data-grid.module.css';
import { gridColumns, NUMBER_COLUMN } from './grid-columns.tsx';
import { rowAsText } from './row-text.ts';
import { ValuePanel } from './value-panel.tsx';

const ROW_HEIGHT = 28;
/** Column widths are chosen from the first rows; after so many of them they stay as they are. */
const WIDTH_SAMPLE = 40;

export interface DataGridProps {
  fields: readonly GridField[];
  rows: readonly GridRow[];
  label: string;
  /** Shown below the head when there are no rows. */
  emptyText: string;
}

interface Place {
  rowIndex: number;
  fieldIndex: number;
}

/**
 * A read-only table of any size: only what is in sight is in the page. Arrow keys move, Enter or a double click
 * shows the whole value, Cmd/Ctrl+C copies the cell or, on a row number, the row.
 */
export function RowsGrid({ fields, rows, label, emptyText }: DataGridProps) {
  const grid = useRef<DataGridHandle>(null);
  const [active, setActive] = useState<Place | null>(null);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const [menu, setMenu] = useState<CellMenuPlace | null>(null);

  const sampled = Math.min(rows.length, WIDTH_SAMPLE);
  const digits = String(rows.length).length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new columns for every batch of rows would draw all cells again
  const columns = useMemo(() => gridColumns(fields, rows, rows.length), [fields, sampled, digits]);

  const open = (key: string, rowIndex: number) => {
    if (key === NUMBER_COLUMN) return;
    setActive({ rowIndex, fieldIndex: Number(key) });
    setPanelOpen(true);
  };
  const close = () => {
    setPanelOpen(false);
    grid.current?.element?.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]')?.focus();
  };
  const showMenu = (
    { column, row, rowIdx, setActivePosition }: CellMouseArgs<GridRow>,
    event: CellMouseEvent,
  ) => {
    event.preventDefault();
    setActivePosition();
    setMenu({ x: event.clientX, y: event.clientY, row, rowIndex: rowIdx, key: column.key });
  };

  const shown =
    isPanelOpen && active !== null ? { field: fields[active.fieldIndex], row: rows[active.rowIndex] } : null;

  return (
    <div className={classes.root}>
      <Grid
        ref={grid}
        className={classes.grid ?? ''}
        aria-label={label}
        columns={columns}
        rows={rows}
        rowHeight={ROW_HEIGHT}
        headerRowHeight={30}
        renderers={{ noRowsFallback: <div className={classes.empty}>{emptyText}</div> }}
        onActivePositionChange={({ rowIdx, column }) => {
          const isValue = column !== undefined && column.key !== NUMBER_COLUMN && rowIdx >= 0;
          setActive(isValue ? { rowIndex: rowIdx, fieldIndex: Number(column.key) } : null);
        }}
        onCellDoubleClick={({ column, rowIdx }) => open(column.key, rowIdx)}
        onCellContextMenu={showMenu}
        onCellKeyDown={(args, event) => {
          if (args.mode !== 'ACTIVE' || args.row === undefined || args.column === undefined) return;
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventGridDefault();
            event.preventDefault();
            open(args.column.key, args.rowIdx);
          } else if (isMenuKey(event)) {
            event.preventDefault();
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            setMenu({ x: left, y: bottom, row: args.row, rowIndex: args.rowIdx, key: args.column.key });
          }
        }}
        onCellCopy={({ row, column }, event) => {
          if (window.getSelection()?.isCollapsed === false) return;
          event.preventDefault();
          const text = column.key === NUMBER_COLUMN ? rowAsText(row) : (row[Number(column.key)] ?? '');
          event.clipboardData.setData('text/plain', text);
        }}
      />
      {shown?.field !== undefined && shown.row !== undefined && active !== null && (
        <ValuePanel
          field={shown.field}
          value={shown.row[active.fieldIndex] ?? null}
          rowNumber={active.rowIndex + 1}
          onClose={close}
        />
      )}
      {menu !== null && (
        <CellMenu
          place={menu}
          fields={fields}
          onClose={() => setMenu(null)}
          onShowValue={() => open(menu.key, menu.rowIndex)}
        />
      )}
    </div>
  );
}

function isMenuKey(event: CellKeyboardEvent): boolean {
  return event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10');
}
