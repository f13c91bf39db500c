import type { GridTable } from '@basalt/contract';
import {
  NOTHING_PENDING,
  rebased,
  type Step,
  undone,
  withoutRows,
  withStep,
} from '../changes/pending-changes.ts';
import { readChanges, writeChanges } from '../changes/pending-store.ts';
import { originOf } from '../rows/loaded-rows.ts';
import type { SavedRows } from '../rows/patched-pages.ts';
import { useSave } from './use-save.ts';

/** What can be done with the changes of a table that are not saved. */
export function useEditing(projectRef: string, table: GridTable, patch: (saved: SavedRows) => void) {
  const tableId = String(table.id);
  const { save, isSaving, saved, forgetSaved } = useSave(projectRef, table, patch);
  const read = () => readChanges(projectRef, tableId);

  const step = (next: Step) => {
    if (isSaving) return;
    const { pending, problem } = read();
    const after = withStep(pending, next);
    // What was refused is no news once the row is changed; a conflict stays until it is answered.
    if (after === pending) return;
    forgetSaved();
    writeChanges(projectRef, tableId, after, problem?.kind === 'conflict' ? problem : null);
  };
  const undo = () => {
    if (!isSaving) writeChanges(projectRef, tableId, undone(read().pending));
  };
  const resolve = (keepsMine: boolean) => {
    const { pending, rows, problem } = read();
    if (problem?.kind !== 'conflict') return;
    const row = rows.get(problem.rowId);
    const { theirs, version } = problem;
    patch({
      changed: new Map([[problem.rowId, theirs === null ? null : { values: theirs, version }]]),
      inserted: [],
    });
    const key = row === undefined || row.kind === 'insert' ? null : row.origin.key;
    const now =
      theirs === null || key === null
        ? null
        : originOf({ id: problem.rowId, values: theirs, version, cut: null, key }, table.columns);
    writeChanges(
      projectRef,
      tableId,
      keepsMine && now !== null ? rebased(pending, now) : withoutRows(pending, new Set([problem.rowId])),
    );
  };

  return {
    step,
    undo,
    resolve,
    save,
    isSaving,
    saved,
    drop: (ids: ReadonlySet<string>) => writeChanges(projectRef, tableId, withoutRows(read().pending, ids)),
    discard: () => writeChanges(projectRef, tableId, NOTHING_PENDING),
    /** Cmd/Ctrl+S saves, Cmd/Ctrl+Z undoes, except where a field undoes its own text. True: it was one of them. */
    onKey(event: KeyboardEvent): boolean {
      if (event.metaKey === event.ctrlKey || event.shiftKey || event.altKey) return false;
      const key = event.key.toLowerCase();
      const isField =
        event.target instanceof Element && event.target.closest('input, textarea, select') !== null;
      if (key === 's') {
        event.preventDefault();
        // What is being typed is kept first.
        if (isField && event.target instanceof HTMLElement) event.target.blur();
        void save();
        return true;
      }
      if (key !== 'z' || isField || read().pending.length === 0) return false;
      event.preventDefault();
      undo();
      return true;
    },
  };
}
