import type { StoredTableDesign } from '@basalt/contract';
import type { DesignWarning } from '@basalt/sql/definitions';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import { CheckList } from './check-list.tsx';
import { ColumnList } from './column-list.tsx';
import { type Draft, newTable, toDesign, toDraft } from './design-draft.ts';
import type { DesignerEvents } from './designer-body.tsx';
import { DropTable } from './drop-table.tsx';
import { Failure } from './failure.tsx';
import { ForeignKeyList } from './foreign-key-list.tsx';
import { StatementPreview } from './statement-preview.tsx';
import classes from './table-designer.module.css';
import { TableFields } from './table-fields.tsx';
import { UniqueList } from './unique-list.tsx';
import { useDatabaseNames } from './use-database-names.ts';
import { outcomeOf, useApplyDesign } from './use-design.ts';

interface DesignFormProps extends DesignerEvents {
  projectRef: string;
  schema: string;
  /** The table that is changed; null: a new one. */
  stored: StoredTableDesign | null;
  /** Begins anew with what the table is now. */
  onReload?: () => void;
}

/** A field of the design and what is wrong with it. */
export type FieldError = (field: string) => string | null;

/** All that can be said about a table, with the SQL that it comes to. */
export function DesignForm(props: DesignFormProps) {
  const { projectRef: ref, schema, stored, onReload, onDirty, onCancel, onSaved, onDropped } = props;
  const names = useDatabaseNames(ref);
  const [initial] = useState(() => (stored === null ? newTable(schema) : toDraft(stored.design)));
  const [draft, setDraft] = useState<Draft>(initial);
  const [wasTried, setTried] = useState(false);
  const [asked, setAsked] = useState<DesignWarning[] | null>(null);
  const design = useMemo(() => toDesign(draft), [draft]);
  const { statements, warnings, problem } = useMemo(() => outcomeOf(stored, design), [stored, design]);
  const { run, isRunning, error, reset } = useApplyDesign(stored === null ? 'Created' : 'Changed', onSaved);
  const isDirty = draft !== initial && !isRunning;
  const tellDirty = useEffectEvent(onDirty);
  useEffect(() => tellDirty(isDirty), [isDirty]);

  const change = (next: Draft) => {
    reset();
    setDraft(next);
  };
  const save = async (confirmed: boolean) => {
    const target =
      stored === null
        ? ({ kind: 'create' } as const)
        : ({ kind: 'change', id: stored.id, version: stored.version } as const);
    await run({ ref, target, design, confirmed });
    setAsked(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (problem !== null || isRunning) return;
    const toConfirm = warnings.filter(({ needs_confirmation }) => needs_confirmation);
    if (toConfirm.length > 0) setAsked(toConfirm);
    else void save(false);
  };
  const errorAt: FieldError = (field) => {
    if (wasTried && problem?.field === field) return problem.message;
    return error?.field === field ? error.message : null;
  };
  const parts = { draft, onChange: change, errorAt, names, isNew: stored === null };
  return (
    <form
      onSubmit={submit}
      className={classes.form}
      aria-label={stored === null ? 'New table' : 'Change table'}
    >
      <UnsavedGuard when={isDirty} />
      <TableFields {...parts} />
      <ColumnList {...parts} />
      <UniqueList {...parts} />
      <ForeignKeyList {...parts} />
      <CheckList {...parts} />
      {warnings.map(({ message, kind }) => (
        <Notice key={message} tone={kind === 'loses_data' ? 'danger' : 'warn'}>
          <p>{message}</p>
        </Notice>
      ))}
      <StatementPreview statements={statements} problem={problem} isNew={stored === null} />
      {error !== null && <Failure error={error} {...(onReload === undefined ? {} : { onReload })} />}
      {wasTried && problem !== null && (
        <Notice tone="danger" title="This table cannot be saved yet">
          <p>{problem.message}</p>
        </Notice>
      )}
      <div className={classes.foot}>
        {stored !== null && <DropTable projectRef={ref} stored={stored} onDropped={onDropped} />}
        <span className={classes.space} />
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          variant="filled"
          loading={isRunning}
          disabled={stored !== null && problem === null && statements.length === 0}
        >
          {stored === null ? 'Create table' : 'Save changes'}
        </Button>
      </div>
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() => void save(true)}
        title={`Change ${stored?.design.name ?? 'table'}?`}
        confirmLabel="Save changes"
        danger
        isRunning={isRunning}
      >
        <ul className={classes.warnings}>
          {asked?.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      </ConfirmDialog>
    </form>
  );
}
