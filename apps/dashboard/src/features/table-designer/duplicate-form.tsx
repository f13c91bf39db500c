import type { StoredTableDesign } from '@basalt/contract';
import { Button } from '@mantine/core';
import { type FormEvent, useEffect, useEffectEvent, useState } from 'react';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { UnsavedGuard } from '../../ui/unsaved/unsaved-guard.tsx';
import type { DesignerEvents } from './designer-body.tsx';
import { Failure } from './failure.tsx';
import classes from './table-designer.module.css';
import { NameFields } from './table-fields.tsx';
import { useDatabaseNames } from './use-database-names.ts';
import { useApplyDesign } from './use-design.ts';

interface DuplicateFormProps extends DesignerEvents {
  projectRef: string;
  stored: StoredTableDesign;
}

/** A table like another one, with its rows or without. */
export function DuplicateForm({ projectRef: ref, stored, onDirty, onCancel, onSaved }: DuplicateFormProps) {
  const { schemas } = useDatabaseNames(ref);
  const { name, schema, comment } = stored.design;
  const [initial] = useState({ schema, name: `${name}_copy`, comment });
  const [draft, setDraft] = useState(initial);
  const [withRows, setWithRows] = useState(false);
  const { run, isRunning, error, reset } = useApplyDesign('Created', onSaved);
  const isDirty = (draft !== initial || withRows) && !isRunning;
  const tellDirty = useEffectEvent(onDirty);
  useEffect(() => tellDirty(isDirty), [isDirty]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRunning || draft.name === '') return;
    const target = { kind: 'duplicate', id: stored.id, with_rows: withRows } as const;
    void run({ ref, target, design: { ...stored.design, ...draft, comment: draft.comment || null } });
  };
  return (
    <form onSubmit={submit} className={classes.form} aria-label="Duplicate table">
      <UnsavedGuard when={isDirty} />
      <p>
        The copy gets the columns, keys, checks and indexes of <strong>{name}</strong>. Policies, triggers and
        privileges are not copied.
      </p>
      <NameFields
        draft={draft}
        onChange={(next) => {
          reset();
          setDraft(next);
        }}
        errorAt={(field) =>
          field === 'name' && draft.name === ''
            ? 'The table needs a name.'
            : error?.field === field
              ? error.message
              : null
        }
        schemas={schemas}
      />
      <SwitchField
        label="Copy the rows"
        description="Its numbers go on after the largest of them."
        checked={withRows}
        onChange={setWithRows}
      />
      {error !== null && <Failure error={error} />}
      <div className={classes.foot}>
        <span className={classes.space} />
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="filled" loading={isRunning}>
          Create table
        </Button>
      </div>
    </form>
  );
}
