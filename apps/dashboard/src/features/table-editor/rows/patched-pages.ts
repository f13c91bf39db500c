import type { RowPage } from '@basalt/contract';
import { loadedRows } from './loaded-rows.ts';

/** A row as it is after it was saved. */
export interface SavedRow {
  values: readonly (string | null)[];
  version: string | null;
  /** Values of which only the beginning is there. */
  cut?: readonly { column: number; bytes: number }[];
}

/** What has become of rows that were saved. */
export interface SavedRows {
  /** By the id that the row had; null: it is deleted. */
  changed: ReadonlyMap<string, SavedRow | null>;
  inserted: readonly SavedRow[];
}

interface PageRow {
  values: readonly (string | null)[];
  version: string | null;
  cut: readonly { column: number; bytes: number }[];
}

/** The pages with what was saved: changed rows where they stand, new ones first. What did not change is the same object. */
export function patchedPages(
  pages: readonly RowPage[],
  key: readonly string[] | null,
  { changed, inserted }: SavedRows,
): RowPage[] {
  return pages.map((page, place) => {
    const before = placedRows(page, key);
    const isTouched = before.some(({ id }) => changed.has(id));
    const added = place === 0 ? inserted.map((row): PageRow => ({ cut: [], ...row })) : [];
    if (!isTouched && added.length === 0) return page;
    const kept = before.flatMap(({ id, ...row }): PageRow[] => {
      const now = changed.get(id);
      if (now === undefined) return [row];
      return now === null ? [] : [{ cut: [], ...now }];
    });
    return pageOf(page, [...added, ...kept]);
  });
}

function placedRows(page: RowPage, key: readonly string[] | null): (PageRow & { id: string })[] {
  return loadedRows(page, key, 0).map(({ id, values, version, cut }) => ({
    id,
    values,
    version,
    cut: [...(cut ?? [])].map(([column, bytes]) => ({ column, bytes })),
  }));
}

function pageOf(page: RowPage, rows: readonly PageRow[]): RowPage {
  return {
    ...page,
    rows: rows.map(({ values }) => [...values]),
    versions: page.versions === null ? null : rows.map(({ version }) => version ?? ''),
    cut: rows.flatMap(({ cut }, row) => cut.map((one) => ({ ...one, row }))),
  };
}
