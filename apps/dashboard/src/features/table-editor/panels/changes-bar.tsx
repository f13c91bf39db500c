import type { GridTable } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { cellPreview } from '../../../ui/data-grid/cell-text.ts';
import { GuardedButton } from '../../../ui/guarded-button.tsx';
import { Notice } from '../../../ui/pages/notice.tsx';
import { countText, type PendingRow } from '../changes/pending-changes.ts';
import type { RowProblem } from '../changes/pending-store.ts';
import { isDefault } from '../values/new-value.ts';
import classes from './panels.module.css';

interface ChangesBarProps {
  table: GridTable;
  rows: ReadonlyMap<string, PendingRow>;
  problem: RowProblem | null;
  isSaving: boolean;
  onSave: () => void;
  onUndo: () => void;
  onDiscard: () => void;
  onReview: () => void;
  /** Answers a conflict: true, my change on the row as it is now; false, the row as it is now. */
  onResolve: (keepsMine: boolean) => void;
}

/** The contract's limit of one transaction. */
const MOST_ROWS = 10_000;

/** How many changes wait, and what can be done with them. Nothing while there are none. */
export function ChangesBar(props: ChangesBarProps) {
  const { table, rows, problem, isSaving, onSave, onUndo, onDiscard, onReview, onResolve } = props;
  const [isAsked, setAsked] = useState(false);
  if (rows.size === 0 && problem === null) return null;
  return (
    <>
      {problem?.kind === 'conflict' && (
        <Conflict table={table} rows={rows} problem={problem} onResolve={onResolve} />
      )}
      {problem?.kind === 'failure' && (
        <Notice
          tone="danger"
          title={problem.column === null ? 'Nothing was saved' : `Nothing was saved: ${problem.column}`}
        >
          <p>{problem.message}</p>
          {problem.more.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
      <section className={classes.bar} aria-label="Unsaved changes">
        <p role="status">{countText(rows.values())}</p>
        <Button size="xs" onClick={onUndo} title="Cmd/Ctrl+Z">
          Undo
        </Button>
        <Button size="xs" onClick={onReview} title="Cmd/Ctrl+.">
          Review
        </Button>
        <Button size="xs" onClick={() => setAsked(true)}>
          Discard
        </Button>
        <GuardedButton
          size="xs"
          variant="filled"
          loading={isSaving}
          reason={
            rows.size > MOST_ROWS
              ? `At most ${MOST_ROWS.toLocaleString('en')} rows are saved at once. Undo some of the changes.`
              : null
          }
          onClick={onSave}
        >
          Save
        </GuardedButton>
      </section>
      <ConfirmDialog
        opened={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          setAsked(false);
          onDiscard();
        }}
        title="Discard the changes?"
        confirmLabel="Discard changes"
        danger
      >
        {countText(rows.values())}. This cannot be undone.
      </ConfirmDialog>
    </>
  );
}

interface ConflictProps extends Pick<ChangesBarProps, 'table' | 'rows' | 'onResolve'> {
  problem: Extract<RowProblem, { kind: 'conflict' }>;
}

/** Somebody else has changed the row meanwhile: what is there now, what was typed here, and which of them is to stay. */
function Conflict({ table, rows, problem, onResolve }: ConflictProps) {
  const { theirs } = problem;
  const row = rows.get(problem.rowId);
  if (row === undefined || row.kind === 'insert') return null;
  const key = Object.values(row.origin.key).join(', ');
  const differing = table.columns.flatMap(({ name }, place) => {
    const now = theirs?.[place] ?? null;
    const mine = row.kind === 'update' && Object.hasOwn(row.values, name) ? row.values[name] : undefined;
    const isChanged = Object.hasOwn(row.origin.values, name) && row.origin.values[name] !== now;
    return theirs !== null && (isChanged || mine !== undefined) ? [{ name, now, mine }] : [];
  });
  return (
    <Notice
      tone="danger"
      title={
        theirs === null
          ? `Somebody else has deleted the row ${key}. Nothing was saved.`
          : `Somebody else has changed the row ${key}. Nothing was saved.`
      }
      actions={
        <>
          {theirs !== null && (
            <Button size="xs" onClick={() => onResolve(true)}>
              Keep mine
            </Button>
          )}
          <Button size="xs" onClick={() => onResolve(false)}>
            {theirs === null ? 'Drop my change' : 'Take theirs'}
          </Button>
        </>
      }
    >
      <ul className={classes.plain}>
        {differing.map(({ name, now, mine }) => (
          <li key={name}>
            <strong>{name}</strong>: now <code>{now === null ? 'NULL' : cellPreview(now, '')}</code>
            {mine !== undefined && (
              <>
                , yours{' '}
                <code>{mine === null ? 'NULL' : isDefault(mine) ? 'DEFAULT' : cellPreview(mine, '')}</code>
              </>
            )}
          </li>
        ))}
        {row.kind === 'delete' && <li>You want to delete it.</li>}
      </ul>
    </Notice>
  );
}
