import type { GridTable } from '@basalt/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { type LaidColumn, layColumns, savedColumns } from './column-layout.ts';
import { readSavedView, restoredSearch, saveView, viewKey } from './saved-view.ts';
import { presentView, searchOfView, type TableView, viewOfSearch } from './table-view.ts';

export interface TableViewState {
  view: TableView;
  /** Columns that the address or the memory of this browser names and that are not there. */
  missing: readonly string[];
  onView: (view: TableView) => void;
  columns: readonly LaidColumn[];
  onColumns: (columns: readonly LaidColumn[]) => void;
  /** False until it is known whether an earlier view is brought back. */
  isSettled: boolean;
}

const NO_COLUMNS: GridTable['columns'] = [];

/** Which rows of a table are shown and how: by the address, else as this browser remembers it, which it keeps up to date. */
export function useTableView(projectRef: string, table: GridTable | undefined): TableViewState {
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/project/$ref/editor/$id' });
  const key = table === undefined ? null : viewKey(table);
  const all = table?.columns ?? NO_COLUMNS;
  const names = useMemo(() => all.map(({ name }) => name), [all]);

  const [laid, setLaid] = useState<{ key: string; columns: readonly LaidColumn[] } | null>(null);
  const columns = useMemo(() => {
    if (key === null) return [];
    const before =
      laid?.key === key ? savedColumns(laid.columns) : readSavedView(projectRef, key).gridColumns;
    return layColumns(before, names);
  }, [key, laid, names, projectRef]);

  // Once for each table: whoever takes all filters away later wants to see all rows.
  const [restored, setRestored] = useState<string | null>(null);
  useEffect(() => {
    if (key === null || restored === key) return;
    setRestored(key);
    const before = restoredSearch(search, readSavedView(projectRef, key));
    if (before !== null)
      void navigate({ to: '.', search: (now: object) => ({ ...now, ...before }) as never, replace: true });
  }, [key, restored, search, projectRef, navigate]);

  const { sort, filter } = search;
  const { view, missing } = useMemo(
    () => presentView(viewOfSearch({ sort, filter }), all),
    [sort, filter, all],
  );
  useEffect(() => {
    if (key !== null && restored === key)
      saveView(projectRef, key, { sorts: sort ?? [], filters: filter ?? [] });
  }, [key, restored, projectRef, sort, filter]);

  // What heads of columns are given must stay the same, or all of them are drawn again with every page of rows.
  const onView = useCallback(
    (next: TableView) => {
      const kept = { sort: undefined, filter: undefined };
      const replaced = searchOfView(next);
      void navigate({ to: '.', search: (now: object) => ({ ...now, ...kept, ...replaced }) as never });
    },
    [navigate],
  );
  const onColumns = useCallback(
    (next: readonly LaidColumn[]) => {
      if (key === null) return;
      // What is frozen stands first.
      const ordered = layColumns(savedColumns(next), names);
      setLaid({ key, columns: ordered });
      saveView(projectRef, key, { gridColumns: savedColumns(ordered) });
    },
    [key, names, projectRef],
  );

  return { view, missing, onView, columns, onColumns, isSettled: key !== null && restored === key };
}
