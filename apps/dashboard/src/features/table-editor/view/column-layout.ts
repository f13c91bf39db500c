import type { SavedColumn } from './saved-view.ts';

/** How a column of the table is shown. */
export interface LaidColumn extends SavedColumn {
  /** Its number in the table. */
  place: number;
}

/**
 * All columns of the table in the order in which they are shown, frozen ones first. What is remembered of columns that are gone is
 * left out, and new columns come last.
 */
export function layColumns(saved: readonly SavedColumn[], names: readonly string[]): LaidColumn[] {
  const places = new Map(names.map((name, place) => [name, place]));
  const known: LaidColumn[] = [];
  for (const column of saved) {
    const place = places.get(column.name);
    if (place === undefined) continue;
    places.delete(column.name);
    known.push({ ...column, place });
  }
  const added = [...places].map(([name, place]): LaidColumn => ({ name, place }));
  const all = [...known, ...added];
  return [...all.filter(({ isFrozen }) => isFrozen), ...all.filter(({ isFrozen }) => !isFrozen)];
}

/** The columns with one put where another stands. */
export function moveColumn(columns: readonly LaidColumn[], name: string, target: string): LaidColumn[] {
  const from = columns.findIndex((column) => column.name === name);
  const to = columns.findIndex((column) => column.name === target);
  const moved = columns[from];
  if (moved === undefined || to < 0) return [...columns];
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved);
}

/** The columns with one moved over its neighbour among those that are shown. */
export function stepColumn(columns: readonly LaidColumn[], name: string, step: 1 | -1): LaidColumn[] {
  const shown = columns.filter(({ isHidden }) => !isHidden);
  const neighbour = shown[shown.findIndex((column) => column.name === name) + step];
  return neighbour === undefined ? [...columns] : moveColumn(columns, name, neighbour.name);
}

/** The columns with something changed about one. `undefined` takes it away. */
export function changeColumn(
  columns: readonly LaidColumn[],
  name: string,
  change: { [K in 'width' | 'isHidden' | 'isFrozen']?: SavedColumn[K] | undefined },
): LaidColumn[] {
  return columns.map((column) => {
    if (column.name !== name) return column;
    const next = { ...column, ...change };
    return Object.fromEntries(
      Object.entries(next).filter(([, value]) => value !== undefined),
    ) as unknown as LaidColumn;
  });
}

/** What is remembered of them. */
export function savedColumns(columns: readonly LaidColumn[]): SavedColumn[] {
  return columns.map(({ place: _, ...column }) => column);
}
