import type { GridColumn, GridTable } from '@basalt/contract';
import { type Ref, useCallback, useMemo } from 'react';
import {
  type CellKeyboardEvent,
  type CellKeyDownArgs,
  type Column,
  DataGrid,
  type DataGridHandle,
  SelectColumn,
} from 'react-data-grid';
import 'react-data-grid/lib/styles.css';
import { columnWidth } from '../../../ui/data-grid/cell-text.ts';
import type { Step } from '../changes/pending-changes.ts';
import { editStep } from '../editing/edit-lines.ts';
import type { LoadedRow } from '../rows/loaded-rows.ts';
import { rowsAsTsv } from '../values/row-copies.ts';
import { changeColumn, type LaidColumn, moveColumn } from '../view/column-layout.ts';
import { CellEditor } from './cell-editor.tsx';
import { ColumnHead } from './column-head.tsx';
import { cellLook, GridCell } from './grid-cell.tsx';
import {
  type DraftLine,
  GridContext,
  type GridContextValue,
  isCellEditable,
  referenceOf,
} from './grid-context.ts';
import classes from './table-grid.module.css';

/** In pixels. */
export const ROW_HEIGHT = 30;
/** How many rows before the last one the next page is fetched. */
const AHEAD = 60;

export interface ActiveCell {
  line: DraftLine;
  lineIndex: number;
  column: GridColumn;
  place: number;
}

interface TableGridProps {
  ref?: Ref<DataGridHandle>;
  context: GridContextValue;
  lines: readonly DraftLine[];
  /** The rows that widths are chosen by. */
  sample: readonly LoadedRow[];
  /** Null: rows can be changed. */
  readOnly: string | null;
  selected: ReadonlySet<string>;
  emptyText: string;
  onSelect: (ids: ReadonlySet<string>) => void;
  onStep: (step: Step) => void;
  onPaste: (cell: ActiveCell, text: string) => void;
  onActive: (cell: ActiveCell | null) => void;
  onMenu: (cell: ActiveCell, at: { x: number; y: number }) => void;
  /** Keys that mean something for a cell; true: it was one. */
  onKey: (cell: ActiveCell, event: CellKeyboardEvent) => boolean;
  onShow: (cell: ActiveCell) => void;
  onNearEnd: () => void;
  onNearStart: () => void;
}

/** The rows of a table, editable in place. Only what is in sight is in the page. */
export function TableGrid(props: TableGridProps) {
  const { ref, context, lines, sample, readOnly, selected, emptyText, onSelect, onStep, onActive, onMenu } =
    props;
  const { table, columns: laid, sorts, onColumns, onSort } = context;
  const columns = useGridColumns(context, sample, readOnly !== null);

  const cellAt = useCallback(
    (line: DraftLine | undefined, lineIndex: number, key: string | undefined): ActiveCell | null => {
      const column = table.columns[Number(key)];
      if (line === undefined || column === undefined || key === undefined || !/^\d+$/.test(key)) return null;
      return { line, lineIndex, column, place: Number(key) };
    },
    [table],
  );

  const problemId = context.problem?.rowId;
  const rowLook = useCallback(
    ({ id, state }: DraftLine) => {
      const look = state === 'new' ? classes.new : state === 'deleted' ? classes.deleted : '';
      return `${look} ${id === problemId ? classes.problem : ''}`;
    },
    [problemId],
  );
  const onKeyDown = ({ mode, row, rowIdx, column }: CellKeyDownArgs<DraftLine>, event: CellKeyboardEvent) => {
    if (mode === 'EDIT') return;
    const cell = cellAt(row, rowIdx, column?.key);
    if (cell === null) return;
    if (event.key === 'ContextMenu' || (event.shiftKey && event.key === 'F10')) {
      event.preventDefault();
      const { left, bottom } = event.currentTarget.getBoundingClientRect();
      return onMenu(cell, { x: left, y: bottom });
    }
    const isOpened =
      event.key === 'Enter' &&
      !event.shiftKey &&
      (readOnly !== null || !isCellEditable(cell.line, cell.column));
    if (isOpened) props.onShow(cell);
    if (isOpened || props.onKey(cell, event)) {
      event.preventGridDefault();
      event.preventDefault();
    }
  };

  return (
    <GridContext value={context}>
      <DataGrid<DraftLine, unknown, string>
        ref={ref ?? null}
        className={classes.grid ?? ''}
        aria-label={`Rows of ${table.name}`}
        columns={columns}
        rows={lines}
        rowKeyGetter={({ id }) => id}
        rowHeight={ROW_HEIGHT}
        headerRowHeight={34}
        selectedRows={selected}
        onSelectedRowsChange={onSelect}
        rowClass={rowLook}
        sortColumns={sorts.map(({ column, ascending }) => ({
          columnKey: String(table.columns.findIndex(({ name }) => name === column)),
          direction: ascending ? 'ASC' : 'DESC',
        }))}
        onSortColumnsChange={(next) => {
          const asked = new Map(
            next.map(({ columnKey, direction }) => [
              table.columns[Number(columnKey)]?.name,
              direction === 'ASC',
            ]),
          );
          const changed =
            [...asked].find(
              ([name, up]) => sorts.find(({ column }) => column === name)?.ascending !== up,
            )?.[0] ?? sorts.find(({ column }) => !asked.has(column))?.column;
          if (changed !== undefined) onSort(changed, asked.get(changed) ?? null);
        }}
        onColumnResize={(column, width) => {
          const name = table.columns[Number(column.key)]?.name;
          if (name !== undefined) onColumns(changeColumn(laid, name, { width: Math.round(width) }));
        }}
        onColumnsReorder={(source, target) => {
          const name = table.columns[Number(source)]?.name;
          const other = table.columns[Number(target)]?.name;
          if (name !== undefined && other !== undefined) onColumns(moveColumn(laid, name, other));
        }}
        onRowsChange={(changed, { indexes, column }) => {
          const place = Number(column.key);
          const cells = indexes.flatMap((index) => {
            const line = changed[index];
            return line?.draft === undefined ? [] : [{ line, place, value: line.draft.value }];
          });
          onStep(editStep(table, cells));
        }}
        onFill={({ columnKey, sourceRow, targetRow }) => {
          const place = Number(columnKey);
          const value = valueToCopy(table, sourceRow, place);
          return value === undefined ? targetRow : { ...targetRow, draft: { place, value } };
        }}
        onCellPaste={({ row, column }, event) => {
          const cell = cellAt(row, lines.indexOf(row), column.key);
          if (cell !== null) props.onPaste(cell, event.clipboardData.getData('text/plain'));
          event.preventDefault();
          return row;
        }}
        onCellCopy={({ row, column }, event) => {
          if (window.getSelection()?.isCollapsed === false) return;
          const chosen = lines.filter(({ id }) => selected.has(id));
          const shown = laid.filter(({ isHidden }) => !isHidden);
          const text =
            chosen.length > 0
              ? rowsAsTsv(chosen.map(({ values }) => shown.map(({ place }) => values[place] ?? null)))
              : (row.values[Number(column.key)] ?? '');
          event.preventDefault();
          event.clipboardData.setData('text/plain', text);
        }}
        onActivePositionChange={({ row, rowIdx, column }) => onActive(cellAt(row, rowIdx, column?.key))}
        onCellKeyDown={onKeyDown}
        onCellContextMenu={({ row, rowIdx, column, setActivePosition }, event) => {
          const cell = cellAt(row, rowIdx, column.key);
          if (cell === null) return;
          event.preventDefault();
          setActivePosition();
          onMenu(cell, { x: event.clientX, y: event.clientY });
        }}
        onCellDoubleClick={({ row, rowIdx, column }) => {
          const cell = cellAt(row, rowIdx, column.key);
          if (cell !== null && (readOnly !== null || !isCellEditable(cell.line, cell.column)))
            props.onShow(cell);
        }}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          if (scrollTop + clientHeight > scrollHeight - AHEAD * ROW_HEIGHT) props.onNearEnd();
          if (scrollTop < ROW_HEIGHT) props.onNearStart();
        }}
        renderers={{ noRowsFallback: <div className={classes.empty}>{emptyText}</div> }}
      />
    </GridContext>
  );
}

/** What is filled into other cells: the value as it stands there. Undefined: it is cut, so nobody knows it. */
export function valueToCopy(table: GridTable, line: DraftLine, place: number) {
  const name = table.columns[place]?.name ?? '';
  if (line.edits !== null && Object.hasOwn(line.edits, name)) return line.edits[name];
  return line.cut?.has(place) ? undefined : (line.values[place] ?? null);
}

function useGridColumns(
  { projectRef, table, columns: laid, problem }: GridContextValue,
  sample: readonly LoadedRow[],
  isReadOnly: boolean,
): Column<DraftLine>[] {
  const widths = useMemo(
    () =>
      table.columns.map(
        (column, place) =>
          columnWidth(
            column,
            place,
            sample.map(({ values }) => values),
          ) + 26,
      ),
    [table, sample],
  );
  return useMemo(() => {
    const refused = (line: DraftLine) =>
      problem?.kind === 'failure' && problem.rowId === line.id ? problem.column : null;
    const shown = laid.filter(({ isHidden }) => !isHidden);
    return [
      { ...SelectColumn, width: 38, minWidth: 38, maxWidth: 38 },
      ...shown.flatMap((one: LaidColumn): Column<DraftLine>[] => {
        const column = table.columns[one.place];
        if (column === undefined) return [];
        return [
          {
            key: String(one.place),
            name: column.name,
            width: one.width ?? widths[one.place] ?? 120,
            minWidth: 60,
            maxWidth: 2_000,
            frozen: one.isFrozen === true,
            resizable: true,
            draggable: true,
            sortable: column.kind !== 'json' || column.type === 'jsonb',
            cellClass: (line) => cellLook(line, column, refused(line)),
            renderHeaderCell: () => <ColumnHead column={column} />,
            renderCell: ({ row }) => <GridCell line={row} column={column} place={one.place} />,
            ...(isReadOnly
              ? {}
              : {
                  editable: (line: DraftLine) => isCellEditable(line, column),
                  editorOptions: { displayCellContent: true },
                  renderEditCell: ({ row, onRowChange, onClose }) => (
                    <CellEditor
                      projectRef={projectRef}
                      tableId={String(table.id)}
                      column={column}
                      place={one.place}
                      line={row}
                      reference={referenceOf(table, column.name)}
                      onDraft={(value) => onRowChange({ ...row, draft: { place: one.place, value } })}
                      onClose={onClose}
                    />
                  ),
                }),
          },
        ];
      }),
    ];
  }, [projectRef, table, laid, widths, isReadOnly, problem]);
}
