import type { GridTable } from '@basalt/contract';
import { Button } from '@mantine/core';
import {
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DataGridHandle } from 'react-data-grid';
import { useProject } from '../../api/use-project.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { GuardedButton } from '../../ui/guarded-button.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { useChanges } from './changes/pending-store.ts';
import { deleteStep, duplicateStep } from './editing/edit-lines.ts';
import { useEditing } from './editing/use-editing.ts';
import { FilterBar, type FilterBarHandle } from './filters/filter-bar.tsx';
import type { GridContextValue } from './grid/grid-context.ts';
import { type ActiveCell, ROW_HEIGHT, TableGrid } from './grid/table-grid.tsx';
import { useCellActions } from './grid/use-cell-actions.tsx';
import { ChangesBar } from './panels/changes-bar.tsx';
import type { LoadedRow } from './rows/loaded-rows.ts';
import { gridLines } from './rows/loaded-rows.ts';
import { type RowsWanted, useRows } from './rows/use-rows.ts';
import { readOnlyText } from './tables/table-head.tsx';
import { ColumnsMenu } from './toolbar/columns-menu.tsx';
import { ExportMenu } from './toolbar/export-menu.tsx';
import { RowsStatus } from './toolbar/rows-status.tsx';
import classes from './toolbar/toolbar.module.css';
import { ViewAsMenu, type Viewer } from './toolbar/view-as.tsx';
import { type TableView, withSort } from './view/table-view.ts';
import type { TableViewState } from './view/use-table-view.ts';

const RowPanel = lazy(async () => ({ default: (await import('./panels/row-panel.tsx')).RowPanel }));
const ImportPanel = lazy(async () => ({ default: (await import('./import/import-panel.tsx')).ImportPanel }));
const ReviewPanel = lazy(async () => ({ default: (await import('./panels/review-panel.tsx')).ReviewPanel }));
const CellPanel = lazy(async () => ({ default: (await import('./panels/cell-panel.tsx')).CellPanel }));
const RowReachPanel = lazy(async () => ({
  default: (await import('./panels/row-reach-panel.tsx')).RowReachPanel,
}));
const SqlPanel = lazy(async () => ({ default: (await import('./panels/sql-panel.tsx')).SqlPanel }));

interface TableRowsProps {
  projectRef: string;
  table: GridTable;
  view: TableViewState;
  /** What is known of the table is asked for again. */
  onRefresh: () => void;
}

/** What stands beside the grid. */
export type Beside =
  | { kind: 'new row' }
  | { kind: 'import' }
  | { kind: 'row'; rowId: string }
  | { kind: 'cell'; cell: ActiveCell }
  | { kind: 'review' }
  | { kind: 'reach' }
  | { kind: 'sql' };

/** The rows that widths are chosen by. */
const SAMPLE = 40;
const NO_ROWS: readonly LoadedRow[] = [];

/** The rows of a table: filters, the grid, what is not saved, and how many there are. */
export function TableRows({ projectRef, table, view: state, onRefresh }: TableRowsProps) {
  const { view, missing, onView, columns, onColumns, isSettled } = state;
  const tableId = String(table.id);
  const project = useProject(projectRef).data;
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<DataGridHandle>(null);
  const bar = useRef<FilterBarHandle>(null);
  // Other filters or sorts are read from their beginning.
  const [begun, setBegun] = useState({ view, place: 0 });
  const start = begun.view === view ? begun.place : 0;
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [beside, setBeside] = useState<Beside | null>(null);
  const [toDelete, setToDelete] = useState<ReadonlySet<string> | null>(null);

  const wanted: RowsWanted = {
    projectRef,
    tableId,
    tableKey: table.key,
    view,
    as: viewer?.as ?? null,
    start,
  };
  const rows = useRows(wanted, isSettled);
  const { rows: pendingRows, problem } = useChanges(projectRef, tableId);
  const loaded = rows.rows;
  const lines = useMemo(
    () => gridLines(loaded, viewer === null ? pendingRows : NO_PENDING, table.columns),
    [loaded, pendingRows, table, viewer],
  );
  const editing = useEditing(projectRef, table, rows.patch);
  const readOnly =
    viewer !== null
      ? `Rows are shown as ${viewer.words} sees them, and cannot be changed meanwhile.`
      : table.read_only === null
        ? editing.isSaving
          ? 'The changes are being saved.'
          : null
        : readOnlyText(table.read_only);

  const context = useMemo<GridContextValue>(
    () => ({
      projectRef,
      table,
      sorts: view.sorts,
      columns,
      onColumns,
      onSort: (column, ascending) => onView({ ...view, sorts: withSort(view.sorts, column, ascending) }),
      onFilter: (column) => bar.current?.begin(column),
      problem,
    }),
    [projectRef, table, view, columns, onColumns, onView, problem],
  );
  const hasRows = loaded.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: widths are chosen once, by the first rows
  const sample = useMemo(() => (hasRows ? loaded.slice(0, SAMPLE) : NO_ROWS), [hasRows, table]);

  const chosen = lines.filter(({ id }) => selected.has(id));
  const askToDelete = (ids: ReadonlySet<string>) => {
    // Rows that are not in the table yet are gone at once.
    const rowsOf = lines.filter(({ id }) => ids.has(id));
    if (rowsOf.every(({ state: now }) => now === 'new')) editing.step(deleteStep(table, rowsOf));
    else setToDelete(ids);
  };
  const actions = useCellActions({
    projectRef,
    table,
    lines,
    columns,
    view,
    readOnly,
    selected,
    onSelect: setSelected,
    onStep: editing.step,
    onView,
    onBeside: setBeside,
    onDelete: askToDelete,
    grid,
  });
  useTableKeys(root, (event) => {
    if (readOnly !== null || editing.onKey(event)) return;
    if (event.key !== '.' || event.metaKey === event.ctrlKey) return;
    event.preventDefault();
    setBeside({ kind: 'review' });
  });
  useSteadyScroll(grid, view, start, rows.firstPlace);
  const closeBeside = () => {
    setBeside(null);
    grid.current?.element?.querySelector<HTMLElement>('[role="gridcell"][aria-selected="true"]')?.focus();
  };
  const panelLine = beside?.kind === 'row' ? lines.find(({ id }) => id === beside.rowId) : undefined;
  const emptyText =
    viewer !== null
      ? missingRowsText(table, viewer)
      : view.filters.length > 0
        ? 'No row passes the filters.'
        : 'There are no rows.';

  return (
    <div ref={root} className={classes.main}>
      <div className={classes.toolbar}>
        <FilterBar
          ref={bar}
          columns={table.columns}
          view={view}
          onView={onView}
          onLeave={() => grid.current?.setActivePosition({ idx: 1, rowIdx: 0 })}
        />
        <div className={classes.buttons}>
          {chosen.length > 0 && readOnly === null && (
            <>
              <Button color="red" variant="light" onClick={() => askToDelete(selected)}>
                {chosen.length === 1 ? 'Delete row' : `Delete ${chosen.length.toLocaleString('en')} rows`}
              </Button>
              <Button onClick={() => editing.step(duplicateStep(table, chosen))}>Duplicate</Button>
              {chosen.length === 1 && (
                <Button onClick={() => setBeside({ kind: 'row', rowId: chosen[0]?.id ?? '' })}>
                  Edit row
                </Button>
              )}
            </>
          )}
          <GuardedButton variant="filled" reason={readOnly} onClick={() => setBeside({ kind: 'new row' })}>
            Insert row
          </GuardedButton>
          <GuardedButton reason={importReason(table, readOnly)} onClick={() => setBeside({ kind: 'import' })}>
            Import
          </GuardedButton>
          <ColumnsMenu columns={columns} onColumns={onColumns} />
          <ViewAsMenu
            projectRef={projectRef}
            viewer={viewer}
            onViewer={(next) => {
              setViewer(next);
              if (beside?.kind === 'reach') setBeside(null);
              setSelected(new Set());
            }}
            mayListUsers={project?.abilities.read_auth_users === true}
          />
          {viewer !== null && (
            <GuardedButton reason={lookReason(table)} onClick={() => setBeside({ kind: 'reach' })}>
              Look for a row
            </GuardedButton>
          )}
          <ExportMenu
            wanted={wanted}
            table={table}
            keys={chosen.flatMap(({ key }) => (key === null ? [] : [key]))}
          />
        </div>
      </div>
      {(readOnly !== null && !editing.isSaving) || missing.length > 0 ? (
        <div className={classes.notices}>
          {readOnly !== null && !editing.isSaving && <Notice tone="info">{readOnly}</Notice>}
          {missing.length > 0 && (
            <Notice tone="warn">Not applied, because there is no such column: {missing.join(', ')}.</Notice>
          )}
        </div>
      ) : null}
      <div className={classes.beside}>
        <div className={classes.grid}>
          {rows.isError && loaded.length === 0 ? (
            <div className={classes.fault}>
              <ErrorState
                error={rows.error}
                title="The rows could not be read"
                onRetry={() => void rows.refetch()}
              />
            </div>
          ) : rows.isPending ? (
            <div className={classes.fault} role="status" aria-label="Loading rows">
              <Skeleton height={26} lines={10} />
            </div>
          ) : (
            <TableGrid
              ref={grid}
              context={context}
              lines={lines}
              sample={sample}
              readOnly={readOnly}
              selected={selected}
              emptyText={emptyText}
              onSelect={setSelected}
              onStep={editing.step}
              onPaste={actions.paste}
              onActive={(cell) => {
                if (beside?.kind === 'cell' && cell !== null) setBeside({ kind: 'cell', cell });
              }}
              onMenu={actions.openMenu}
              onKey={actions.onKey}
              onShow={(cell) => setBeside({ kind: 'cell', cell })}
              onNearEnd={() => {
                if (rows.hasNextPage && !rows.isFetching) void rows.fetchNextPage();
              }}
              onNearStart={() => {
                if (rows.hasPreviousPage && !rows.isFetching) void rows.fetchPreviousPage();
              }}
            />
          )}
        </div>
        <Suspense>
          {beside?.kind === 'new row' && (
            <RowPanel
              projectRef={projectRef}
              table={table}
              line={null}
              onStep={editing.step}
              onClose={closeBeside}
            />
          )}
          {beside?.kind === 'import' && (
            <ImportPanel
              projectRef={projectRef}
              table={table}
              onImported={() => {
                onRefresh();
                void rows.reload();
              }}
              onClose={closeBeside}
            />
          )}
          {beside?.kind === 'row' && panelLine !== undefined && (
            <RowPanel
              key={beside.rowId}
              projectRef={projectRef}
              table={table}
              line={panelLine}
              onStep={editing.step}
              onClose={closeBeside}
            />
          )}
          {beside?.kind === 'reach' && viewer !== null && table.key !== null && (
            <RowReachPanel
              projectRef={projectRef}
              table={table}
              tableKey={table.key}
              viewer={viewer}
              onClose={closeBeside}
            />
          )}
          {beside?.kind === 'cell' && (
            <CellPanel projectRef={projectRef} tableId={tableId} cell={beside.cell} onClose={closeBeside} />
          )}
          {beside?.kind === 'review' && (
            <ReviewPanel
              projectRef={projectRef}
              table={table}
              rows={pendingRows}
              onDrop={(id) => editing.drop(new Set([id]))}
              onClose={closeBeside}
            />
          )}
          {beside?.kind === 'sql' && (
            <SqlPanel projectRef={projectRef} table={table} sql={rows.sql} onClose={closeBeside} />
          )}
        </Suspense>
      </div>
      {rows.isFetchNextPageError && (
        <div className={classes.notices}>
          <ErrorState
            error={rows.error}
            title="More rows could not be read"
            onRetry={() => void rows.fetchNextPage()}
          />
        </div>
      )}
      <ChangesBar
        table={table}
        rows={pendingRows}
        problem={problem}
        isSaving={editing.isSaving}
        onSave={() => void editing.save()}
        onUndo={editing.undo}
        onDiscard={editing.discard}
        onReview={() => setBeside(beside?.kind === 'review' ? null : { kind: 'review' })}
        onResolve={editing.resolve}
      />
      <RowsStatus
        wanted={wanted}
        loaded={loaded.length}
        hasMore={rows.hasNextPage}
        isLoading={rows.isFetching}
        firstPlace={rows.firstPlace}
        milliseconds={rows.milliseconds}
        saved={editing.saved}
        onGoTo={(place) => {
          if (place >= rows.firstPlace && place < rows.firstPlace + loaded.length)
            grid.current?.setActivePosition({ idx: 1, rowIdx: place - rows.firstPlace });
          else setBegun({ view, place });
        }}
        onRefresh={() => {
          onRefresh();
          void rows.reload();
        }}
        onShowSql={() => setBeside(beside?.kind === 'sql' ? null : { kind: 'sql' })}
      />
      {actions.menu}
      <ConfirmDialog
        opened={toDelete !== null}
        onClose={() => setToDelete(null)}
        onConfirm={() => {
          const doomed = lines.filter(({ id }) => toDelete?.has(id) === true);
          editing.step(deleteStep(table, doomed));
          setToDelete(null);
          setSelected(new Set());
        }}
        title={
          toDelete?.size === 1
            ? 'Delete this row?'
            : `Delete ${(toDelete?.size ?? 0).toLocaleString('en')} rows?`
        }
        confirmLabel="Delete"
        danger
      >
        They are marked, and deleted from the table with the other changes when you save.
      </ConfirmDialog>
    </div>
  );
}

const NO_PENDING = new Map();

/** Why no file can be imported; null when one can. Rows need no key to be added. */
function importReason({ kind, read_only }: GridTable, readOnly: string | null): string | null {
  if (kind === 'view' || kind === 'materialized view') return 'Files can only be imported into tables.';
  return read_only === 'no_key' ? null : readOnly;
}

/** Why nobody can be told what policies say about a row; null when they can. */
function lookReason({ kind, key }: GridTable): string | null {
  if (kind !== 'table' && kind !== 'partitioned table')
    return 'Only tables have policies. Look for the row in the table.';
  return key === null ? 'Nothing tells the rows of this table apart.' : null;
}

/** Keys that mean something in the whole table, also when what had the focus is gone. */
function useTableKeys(root: RefObject<HTMLElement | null>, onKey: (event: KeyboardEvent) => void): void {
  const tell = useEffectEvent(onKey);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { target } = event;
      const isHere = target === document.body || (target instanceof Node && root.current?.contains(target));
      if (isHere && !event.defaultPrevented) tell(event);
    };
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [root]);
}

/** Keeps what is seen where it is when rows are read that stand before it. Other rows are seen from their first one on. */
function useSteadyScroll(
  grid: RefObject<DataGridHandle | null>,
  view: TableView,
  start: number,
  firstPlace: number,
): void {
  const shown = useRef({ view, start, firstPlace });
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = { view, start, firstPlace };
    const element = grid.current?.element;
    if (element == null) return;
    // Rows that were read a moment ago are there at once, in the same grid.
    if (before.view !== view || before.start !== start) element.scrollTop = 0;
    else if (firstPlace < before.firstPlace)
      element.scrollTop += (before.firstPlace - firstPlace) * ROW_HEIGHT;
  }, [grid, view, start, firstPlace]);
}

/** Why somebody sees no rows. */
function missingRowsText(table: GridTable, { words }: Viewer): string {
  if (!table.is_exposed) return `${words} sees no rows: the Data API does not serve this table.`;
  if (table.rls_enabled && table.policies === 0)
    return `${words} sees no rows: row level security is on, and there is no policy that lets anybody read.`;
  if (table.rls_enabled) return `${words} sees no rows: no policy lets them read any that pass the filters.`;
  return `${words} sees no rows that pass the filters.`;
}
