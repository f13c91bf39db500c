import { useMemo } from 'react';
import { type SharedValue, sharedValue, useShared } from '../../../lib/shared-value.ts';
import { NOTHING_PENDING, type Pending, type PendingRow, pendingRows } from './pending-changes.ts';

/** Why a row was not saved, until the next attempt or the next change of it. */
export type RowProblem =
  /** Somebody else has changed the row; null: deleted it. */
  | { kind: 'conflict'; rowId: string; theirs: (string | null)[] | null; version: string | null }
  /** PostgreSQL refused it, maybe for one column. */
  | { kind: 'failure'; rowId: string | null; column: string | null; message: string; more: string[] };

/** The unsaved changes of one table. */
export interface TableChanges {
  pending: Pending;
  rows: ReadonlyMap<string, PendingRow>;
  problem: RowProblem | null;
}

const NO_CHANGES: TableChanges = { pending: NOTHING_PENDING, rows: new Map(), problem: null };

type Stored = ReadonlyMap<string, TableChanges>;
/** Of all tables that were opened since the page was: changes stay when another table is shown. */
const stored: SharedValue<Stored> = sharedValue<Stored>(new Map());

const keyOf = (projectRef: string, tableId: string) => `${projectRef}/${tableId}`;

export function readChanges(projectRef: string, tableId: string): TableChanges {
  return stored.get().get(keyOf(projectRef, tableId)) ?? NO_CHANGES;
}

export function useChanges(projectRef: string, tableId: string): TableChanges {
  return useShared(stored).get(keyOf(projectRef, tableId)) ?? NO_CHANGES;
}

/** Replaces the changes of a table. A problem stays only when it is given again. */
export function writeChanges(
  projectRef: string,
  tableId: string,
  pending: Pending,
  problem: RowProblem | null = null,
): void {
  const next = new Map(stored.get());
  const key = keyOf(projectRef, tableId);
  if (pending.length === 0 && problem === null) next.delete(key);
  else next.set(key, { pending, rows: pendingRows(pending), problem });
  stored.set(next);
}

/** Forgets the unsaved changes of a project, after people have been asked. */
export function forgetChanges(projectRef: string): void {
  stored.set(new Map([...stored.get()].filter(([key]) => !key.startsWith(`${projectRef}/`))));
}

/** The ids of a project's tables that have unsaved changes. */
export function useChangedTables(projectRef: string): ReadonlySet<string> {
  const all = useShared(stored);
  return useMemo(() => {
    const prefix = keyOf(projectRef, '');
    return new Set(
      [...all]
        .filter(([key, { rows }]) => key.startsWith(prefix) && rows.size > 0)
        .map(([key]) => key.slice(prefix.length)),
    );
  }, [all, projectRef]);
}

let serial = 0;

/** Names a row that is not in the table yet. No key of a row begins like this. */
export function newRowId(): string {
  serial += 1;
  return `new ${serial}`;
}
