import { type Persisted, readPersisted, writePersisted } from '../../../lib/persisted.ts';
import type { ViewSearch } from './table-view.ts';

/** How one column is shown. Columns are in the order in which they stand. */
export interface SavedColumn {
  name: string;
  width?: number;
  isHidden?: boolean;
  isFrozen?: boolean;
}

/** What this browser remembers of a table: how its columns look, and its filters and sorts as an address has them. */
export interface SavedView {
  gridColumns: SavedColumn[];
  sorts: string[];
  filters: string[];
}

type SavedViews = Readonly<Record<string, SavedView>>;

const savedViews: Persisted<SavedViews> = {
  topic: 'table-editor-views',
  fallback: {},
  parse: (stored) =>
    isRecord(stored)
      ? Object.fromEntries(Object.entries(stored).map(([key, view]) => [key, parseView(view)]))
      : null,
};

const EMPTY: SavedView = { gridColumns: [], sorts: [], filters: [] };
/** Milliseconds without a change after which a view is written down. */
const PAUSE = 500;

/** Under which name a table's view is kept: that of a schema other than `public` stands before it. */
export function viewKey({ schema, name }: { schema: string; name: string }): string {
  return schema === 'public' ? name : `${schema}.${name}`;
}

export function readSavedView(projectRef: string, key: string): SavedView {
  const views = readPersisted(savedViews, projectRef);
  return Object.hasOwn(views, key) ? (views[key] ?? EMPTY) : EMPTY;
}

/** What of a table's view waits to be written, under project and key. */
const waiting = new Map<string, { write: () => void; timer: ReturnType<typeof setTimeout> }>();

/** Remembers a part of a table's view once it has rested for a moment. What was remembered besides stays. */
export function saveView(projectRef: string, key: string, part: Partial<SavedView>): void {
  const id = `${projectRef} ${key}`;
  const before = waiting.get(id);
  clearTimeout(before?.timer);
  const write = () => {
    before?.write();
    const views = readPersisted(savedViews, projectRef);
    const view = { ...readSavedView(projectRef, key), ...part };
    writePersisted(savedViews, { ...views, [key]: view }, projectRef);
  };
  const timer = setTimeout(() => {
    waiting.delete(id);
    write();
  }, PAUSE);
  waiting.set(id, { write, timer });
}

/** The sorts and filters that a table is opened with: those of the address, else the remembered ones. */
export function restoredSearch(search: ViewSearch, saved: SavedView): ViewSearch | null {
  if (search.sort !== undefined || search.filter !== undefined) return null;
  if (saved.sorts.length === 0 && saved.filters.length === 0) return null;
  return {
    sort: saved.sorts.length === 0 ? undefined : saved.sorts,
    filter: saved.filters.length === 0 ? undefined : saved.filters,
  };
}

function parseView(stored: unknown): SavedView {
  if (!isRecord(stored)) return EMPTY;
  const { gridColumns, sorts, filters } = stored;
  return {
    gridColumns: (Array.isArray(gridColumns) ? gridColumns : []).flatMap(
      (column) => parseColumn(column) ?? [],
    ),
    sorts: texts(sorts),
    filters: texts(filters),
  };
}

function parseColumn(stored: unknown): SavedColumn | null {
  if (!isRecord(stored) || typeof stored.name !== 'string') return null;
  const { name, width, isHidden, isFrozen } = stored;
  return {
    name,
    ...(typeof width === 'number' && width >= 40 && width <= 2_000 ? { width } : {}),
    ...(isHidden === true ? { isHidden } : {}),
    ...(isFrozen === true ? { isFrozen } : {}),
  };
}

function texts(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
