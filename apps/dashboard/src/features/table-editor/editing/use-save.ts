import type { GridTable, RowConflict, RowFailure, SqlErrorBody } from '@basalt/contract';
import { useState } from 'react';
import { type ApiError, toApiError } from '../../../api/api-error.ts';
import { api } from '../../../api/client.ts';
import { changesToSave, countText, NOTHING_PENDING } from '../changes/pending-changes.ts';
import { type RowProblem, readChanges, writeChanges } from '../changes/pending-store.ts';
import type { SavedRow, SavedRows } from '../rows/patched-pages.ts';

/** Saves the changes of a table as one transaction. What hinders it is kept with the changes, at its row. */
export function useSave(projectRef: string, table: GridTable, onSaved: (saved: SavedRows) => void) {
  const [isSaving, setSaving] = useState(false);
  const [saved, setSaved] = useState<string | null>(null);
  const tableId = String(table.id);
  const save = async () => {
    const { pending, rows } = readChanges(projectRef, tableId);
    if (rows.size === 0 || isSaving) return;
    setSaving(true);
    const { changes, ids } = changesToSave(rows.values());
    try {
      const answer = await api.tableRows.save({ ref: projectRef, id: tableId, changes });
      writeChanges(projectRef, tableId, NOTHING_PENDING);
      onSaved(
        savedRows(
          ids,
          [...rows.values()].map(({ kind }) => kind),
          answer,
        ),
      );
      setSaved(`Saved ${countText(rows.values())}`);
    } catch (error) {
      writeChanges(projectRef, tableId, pending, problemOf(toApiError(error), ids));
    } finally {
      setSaving(false);
    }
  };
  return {
    save,
    isSaving,
    /** What was saved last, in words, while nothing else has been changed. */
    saved,
    forgetSaved: () => setSaved(null),
  };
}

interface SaveAnswer {
  rows: ((string | null)[] | null)[];
  versions: (string | null)[];
  /** `row` is the number of the change. */
  cut?: { row: number; column: number; bytes: number }[];
}

function savedRows(
  ids: readonly string[],
  kinds: readonly ('insert' | 'update' | 'delete')[],
  { rows, versions, cut = [] }: SaveAnswer,
): SavedRows {
  const cuts = Map.groupBy(cut, ({ row }) => row);
  const changed = new Map<string, SavedRow | null>();
  const inserted: SavedRow[] = [];
  for (const [place, id] of ids.entries()) {
    const values = rows[place] ?? null;
    const now =
      values === null ? null : { values, version: versions[place] ?? null, cut: cuts.get(place) ?? [] };
    if (kinds[place] !== 'insert') changed.set(id, kinds[place] === 'delete' ? null : now);
    else if (now !== null) inserted.push(now);
  }
  return { changed, inserted };
}

/** What a failed attempt says of which row. */
function problemOf({ code, message, details }: ApiError, ids: readonly string[]): RowProblem {
  if (code === 'conflict' && isConflict(details)) {
    const { change, row, version } = details;
    return { kind: 'conflict', rowId: ids[change] ?? '', theirs: row, version };
  }
  const { change, column, detail, hint, code: state } = (details ?? {}) as Partial<SqlErrorBody & RowFailure>;
  const more = [detail, hint === null || hint === undefined ? null : `Hint: ${hint}`].filter(
    (text) => text != null,
  );
  return {
    kind: 'failure',
    rowId: change == null ? null : (ids[change] ?? null),
    column: column ?? null,
    message: typeof state === 'string' ? `${message} (${state})` : message,
    more,
  };
}

function isConflict(details: unknown): details is RowConflict {
  return typeof details === 'object' && details !== null && 'change' in details && 'row' in details;
}
