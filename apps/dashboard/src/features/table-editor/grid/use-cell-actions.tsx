import type { GridTable } from '@basalt/contract';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useState } from 'react';
import type { CellKeyboardEvent, DataGridHandle } from 'react-data-grid';
import { showToast } from '../../../lib/toast.ts';
import { copyAndTell } from '../../../ui/copy/write-clipboard.ts';
import type { MenuEntry } from '../../../ui/menus/menu-list.tsx';
import type { Step } from '../changes/pending-changes.ts';
import { duplicateStep, editStep, pasteStep } from '../editing/edit-lines.ts';
import type { GridLine } from '../rows/loaded-rows.ts';
import { canBeDefault, DEFAULT, type NewValue } from '../values/new-value.ts';
import { MOST_PASTED, readBlock } from '../values/pasted-block.ts';
import { rowsAsCsv, rowsAsJson, rowsAsSql } from '../values/row-copies.ts';
import type { LaidColumn } from '../view/column-layout.ts';
import { searchOfView, type TableView } from '../view/table-view.ts';
import { ContextMenu } from './context-menu.tsx';
import { isCellEditable, referenceOf } from './grid-context.ts';
import { type ActiveCell, valueToCopy } from './table-grid.tsx';

interface CellActionsInput {
  projectRef: string;
  table: GridTable;
  lines: readonly GridLine[];
  columns: readonly LaidColumn[];
  view: TableView;
  readOnly: string | null;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  onStep: (step: Step) => void;
  onView: (view: TableView) => void;
  onBeside: (beside: { kind: 'row'; rowId: string } | { kind: 'cell'; cell: ActiveCell }) => void;
  onDelete: (ids: ReadonlySet<string>) => void;
  grid: RefObject<DataGridHandle | null>;
}

/** What keys, pastes and the menu of a cell do. */
export function useCellActions(input: CellActionsInput) {
  const { table, lines, columns, readOnly, selected, onSelect, onStep, onDelete } = input;
  const [menu, setMenu] = useState<{ cell: ActiveCell; at: { x: number; y: number } } | null>(null);
  const mayChange = ({ line, column }: ActiveCell) => readOnly === null && isCellEditable(line, column);
  const set = (cell: ActiveCell, value: NewValue) =>
    onStep(editStep(table, [{ line: cell.line, place: cell.place, value }]));

  const fillDown = (cell: ActiveCell) => {
    const above = lines[cell.lineIndex - 1];
    const isMany = selected.has(cell.line.id) && selected.size > 1;
    const source = isMany ? cell.line : above;
    const value = source === undefined ? undefined : valueToCopy(table, source, cell.place);
    if (value === undefined) return;
    const targets = isMany ? lines.filter(({ id }) => selected.has(id) && id !== cell.line.id) : [cell.line];
    const open = targets.filter((line) => isCellEditable(line, cell.column));
    onStep(
      editStep(
        table,
        open.map((line) => ({ line, place: cell.place, value })),
      ),
    );
  };

  return {
    paste({ lineIndex, place }: ActiveCell, text: string) {
      if (readOnly !== null || text === '') return;
      const cells = readBlock(text);
      const count = cells.reduce((sum, row) => sum + row.length, 0);
      if (count > MOST_PASTED)
        return void showToast(
          'failed',
          `At most ${MOST_PASTED.toLocaleString('en')} cells can be pasted at once.`,
        );
      const places = columns.filter(({ isHidden }) => !isHidden).map((column) => column.place);
      const { step, skipped } = pasteStep({ table, lines, places, lineIndex, place, cells });
      onStep(step);
      if (skipped > 0)
        void showToast(
          'notice',
          `${skipped.toLocaleString('en')} of the pasted cells have no place that can be changed.`,
        );
    },
    openMenu: (cell: ActiveCell, at: { x: number; y: number }) => setMenu({ cell, at }),
    menu:
      menu === null ? null : (
        <CellMenu
          {...input}
          cell={menu.cell}
          at={menu.at}
          mayChange={mayChange(menu.cell)}
          set={(value) => set(menu.cell, value)}
          onClose={() => setMenu(null)}
        />
      ),
    /** True: the key meant something. */
    onKey(cell: ActiveCell, event: CellKeyboardEvent): boolean {
      const { key, shiftKey, altKey } = event;
      const isMod = event.metaKey !== event.ctrlKey;
      if (isMod && key.toLowerCase() === 'a') {
        onSelect(new Set(lines.map(({ id }) => id)));
        return true;
      }
      if (isMod && key === 'Backspace') {
        if (readOnly === null) onDelete(selected.size > 0 ? selected : new Set([cell.line.id]));
        return true;
      }
      if (isMod && key.toLowerCase() === 'd') {
        if (readOnly === null) fillDown(cell);
        return true;
      }
      if (shiftKey && key === 'Enter') {
        input.onBeside({ kind: 'row', rowId: cell.line.id });
        return true;
      }
      if (altKey && event.code === 'KeyN' && mayChange(cell) && cell.column.is_nullable) {
        set(cell, null);
        return true;
      }
      if (altKey && event.code === 'KeyD' && mayChange(cell) && canBeDefault(cell.column)) {
        set(cell, DEFAULT);
        return true;
      }
      if (key === 'Escape' && selected.size > 0) {
        onSelect(new Set());
        return true;
      }
      // Emptying a cell takes a decision between NULL and an empty text: the first where it can be.
      if ((key === 'Delete' || key === 'Backspace') && !isMod && !altKey) {
        if (mayChange(cell) && (cell.column.is_nullable || cell.column.kind === 'text'))
          set(cell, cell.column.is_nullable ? null : '');
        return true;
      }
      return false;
    },
  };
}

interface CellMenuProps extends CellActionsInput {
  cell: ActiveCell;
  at: { x: number; y: number };
  mayChange: boolean;
  set: (value: NewValue) => void;
  onClose: () => void;
}

/** What can be done with one cell and its row. */
function CellMenu(props: CellMenuProps): ReactNode {
  const { projectRef, table, lines, view, readOnly, selected, cell, at, mayChange, set, onClose } = props;
  const { onStep, onView, onBeside, onDelete, grid } = props;
  const navigate = useNavigate();
  const { line, lineIndex, column, place } = cell;
  const value = line.values[place] ?? null;
  const isCut = line.cut?.has(place) === true;
  const marked = selected.has(line.id) ? lines.filter(({ id }) => selected.has(id)) : [line];
  const rowWord = marked.length === 1 ? 'row' : `${marked.length.toLocaleString('en')} rows`;
  const isMarkedCut = marked.some(({ cut }) => cut !== null && cut.size > 0);
  const reason = isMarkedCut ? 'A value is too long to be here whole. Export the rows instead.' : null;
  const copy = (write: typeof rowsAsSql) => () =>
    void copyAndTell(
      write(
        table,
        marked.map(({ values }) => values),
      ),
    );
  const open = (id: number, filters: TableView['filters']) =>
    void navigate({
      to: '/project/$ref/editor/$id',
      params: { ref: projectRef, id: String(id) },
      search: searchOfView({ filters, sorts: [] }),
    });

  const reference = referenceOf(table, column.name);
  const target =
    reference === null ? [] : referenced(table, line, reference.columns, reference.other_columns);
  const entries: MenuEntry[] = [
    { label: 'Show the whole value', onChoose: () => onBeside({ kind: 'cell', cell }) },
    ...(mayChange
      ? [
          {
            label: 'Edit',
            onChoose: () => {
              const idx =
                1 + props.columns.filter(({ isHidden }) => !isHidden).findIndex((one) => one.place === place);
              grid.current?.setActivePosition({ idx, rowIdx: lineIndex }, { enableEditor: true });
            },
          },
        ]
      : []),
    ...(mayChange && column.is_nullable && value !== null
      ? [{ label: 'Set to NULL', onChoose: () => set(null) }]
      : []),
    ...(mayChange && canBeDefault(column) ? [{ label: 'Set to DEFAULT', onChoose: () => set(DEFAULT) }] : []),
    ...(value === null || isCut
      ? []
      : [{ label: 'Copy the value', onChoose: () => void copyAndTell(value) }]),
    { label: `Copy ${rowWord} as SQL`, reason, onChoose: copy(rowsAsSql) },
    { label: `Copy ${rowWord} as JSON`, reason, onChoose: copy(rowsAsJson) },
    { label: `Copy ${rowWord} as CSV`, reason, onChoose: copy(rowsAsCsv) },
    ...(isCut || line.state === 'new'
      ? []
      : [
          {
            label: 'Filter by this value',
            onChoose: () =>
              onView({
                ...view,
                filters: [
                  ...view.filters,
                  value === null
                    ? { column: column.name, operator: 'is' as const, value: 'null' }
                    : { column: column.name, operator: '=' as const, value },
                ],
              }),
          },
        ]),
    ...(reference !== null && target !== null && target.length > 0
      ? [
          {
            label: `Open the row of ${reference.other_table}`,
            onChoose: () => open(reference.other_table_id, target),
          },
        ]
      : []),
    ...table.referenced_by.flatMap((other): MenuEntry[] => {
      const filters = referenced(table, line, other.columns, other.other_columns);
      if (filters === null) return [];
      const label = `Rows of ${other.other_table} that reference this row (${other.other_columns.join(', ')})`;
      return [{ label, onChoose: () => open(other.other_table_id, filters) }];
    }),
    ...(readOnly === null
      ? [
          { label: 'Edit the row', onChoose: () => onBeside({ kind: 'row' as const, rowId: line.id }) },
          { label: `Duplicate ${rowWord}`, reason, onChoose: () => onStep(duplicateStep(table, marked)) },
          {
            label: `Delete ${rowWord}`,
            tone: 'danger' as const,
            onChoose: () => onDelete(new Set(marked.map(({ id }) => id))),
          },
        ]
      : []),
  ];
  return (
    <ContextMenu at={at} label={`Row ${lineIndex + 1}, ${column.name}`} entries={entries} onClose={onClose} />
  );
}

/** Filters of the other table that find what belongs to this row. Null: nothing does, or it is not known. */
function referenced(
  table: GridTable,
  line: GridLine,
  columns: readonly string[],
  others: readonly string[],
): TableView['filters'] | null {
  const filters = columns.flatMap((name, index) => {
    const place = table.columns.findIndex((column) => column.name === name);
    const value = line.cut?.has(place) ? null : (line.values[place] ?? null);
    const other = others[index];
    return value === null || other === undefined ? [] : [{ column: other, operator: '=' as const, value }];
  });
  return filters.length === columns.length ? filters : null;
}
