import type { RowPage, ViewAs } from '@basalt/contract';
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { orpc } from '../../../api/client.ts';
import type { TableView } from '../view/table-view.ts';
import { type LoadedRow, loadedRows } from './loaded-rows.ts';
import { patchedPages, type SavedRows } from './patched-pages.ts';

/** Whose rows, which of them, and how they are read. */
export interface RowsWanted {
  projectRef: string;
  tableId: string;
  /** The columns that tell rows apart. */
  tableKey: readonly string[] | null;
  view: TableView;
  as: ViewAs | null;
  /** How many rows are skipped. */
  start: number;
}

type PageParam = { cursor: string; limit: number } | { offset: number; limit: number };

/** The first page is small, so that it is there soon. */
const FIRST_PAGE = 100;
const NEXT_PAGE = 500;

/** The rows of a table from one place on, page after page, and before it. Nothing is read again unless it is asked for. */
export function useRows(
  { projectRef: ref, tableId: id, tableKey, view, as, start }: RowsWanted,
  enabled: boolean,
) {
  const queryClient = useQueryClient();
  const options = orpc.tableRows.list.infiniteOptions({
    input: (page: PageParam) => ({
      ref,
      id,
      filters: [...view.filters],
      sorts: [...view.sorts],
      ...(as === null ? {} : { as }),
      ...page,
    }),
    initialPageParam: { offset: start, limit: FIRST_PAGE } as PageParam,
    getNextPageParam: (last): PageParam | undefined =>
      last.next === null ? undefined : { cursor: last.next, limit: NEXT_PAGE },
    getPreviousPageParam: (_, __, first): PageParam | undefined => {
      if (!('offset' in first) || first.offset === 0) return undefined;
      const offset = Math.max(0, first.offset - NEXT_PAGE);
      return { offset, limit: first.offset - offset };
    },
  });
  // The place where reading began is a part of the key, or another place would show the pages of this one.
  const queryKey = [...options.queryKey, start] as const;
  const query = useInfiniteQuery({
    ...options,
    queryKey: queryKey as never,
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const { data } = query;
  const rows = useMemo(() => allRows(data?.pages ?? [], tableKey), [data, tableKey]);
  return {
    ...query,
    rows,
    /** How many rows of the table stand before the first one. */
    firstPlace: firstPlace(data?.pageParams),
    sql: data?.pages[0]?.sql ?? null,
    milliseconds: data?.pages.at(-1)?.milliseconds ?? null,
    reload: () => queryClient.resetQueries({ queryKey, exact: true }),
    /** Puts what was saved into what is shown. */
    patch: (saved: SavedRows) =>
      queryClient.setQueryData<InfiniteData<RowPage, PageParam>>(queryKey, (before) =>
        before === undefined ? before : { ...before, pages: patchedPages(before.pages, tableKey, saved) },
      ),
  };
}

function firstPlace(params: readonly unknown[] | undefined): number {
  const first = params?.[0] as PageParam | undefined;
  return first !== undefined && 'offset' in first ? first.offset : 0;
}

/** Pages are many and most stay as they are. */
const rowsOfPage = new WeakMap<RowPage, LoadedRow[]>();

function allRows(pages: readonly RowPage[], key: readonly string[] | null): LoadedRow[] {
  const rows: LoadedRow[] = [];
  const ids = new Set<string>();
  for (const page of pages) {
    let ofPage = rowsOfPage.get(page);
    if (ofPage === undefined || key === null) {
      ofPage = loadedRows(page, key, rows.length);
      rowsOfPage.set(page, ofPage);
    }
    for (const row of ofPage) {
      // A row that moved while pages were read may come twice.
      if (ids.has(row.id)) continue;
      ids.add(row.id);
      rows.push(row);
    }
  }
  return rows;
}

/** How many rows the filters leave: an estimate, or counted when that is wanted. */
export function useRowCount({ projectRef: ref, tableId: id, view, as }: RowsWanted, exact: boolean) {
  return useQuery({
    ...orpc.tableRows.count.queryOptions({
      input: { ref, id, filters: [...view.filters], exact, ...(as === null ? {} : { as }) },
    }),
    staleTime: 60_000,
    retry: false,
  });
}
