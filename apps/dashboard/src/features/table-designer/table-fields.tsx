import { Autocomplete, TextInput } from '@mantine/core';
import { SwitchField } from '../../ui/fields/switch-field.tsx';
import { Notice } from '../../ui/pages/notice.tsx';
import type { Draft } from './design-draft.ts';
import type { FieldError } from './design-form.tsx';
import classes from './table-designer.module.css';
import type { DatabaseNames } from './use-database-names.ts';

export interface PartProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  errorAt: FieldError;
  names: DatabaseNames;
  isNew: boolean;
}

/** What a table is called, where it is, and who hears of it. */
export function TableFields({ draft, onChange, errorAt, names }: PartProps) {
  const { rls_enabled } = draft;
  return (
    <div className={classes.group}>
      <NameFields draft={draft} onChange={onChange} errorAt={errorAt} schemas={names.schemas} />
      <SwitchField
        label="Row level security"
        description="Nobody reaches a row by the API unless a policy lets them. Recommended."
        checked={rls_enabled}
        onChange={(on) => onChange({ ...draft, rls_enabled: on })}
      />
      {!rls_enabled && (
        <Notice tone="warn">
          <p>Without it, everybody with the public key may read and change all rows that the API serves.</p>
        </Notice>
      )}
      <SwitchField
        label="Realtime"
        description="Changes of rows are sent to those who listen and may read them."
        checked={draft.is_realtime}
        onChange={(on) => onChange({ ...draft, is_realtime: on })}
      />
    </div>
  );
}

type Named = Pick<Draft, 'schema' | 'name' | 'comment'>;

interface NameFieldsProps<Value extends Named> {
  draft: Value;
  onChange: (draft: Value) => void;
  errorAt: FieldError;
  schemas: readonly string[];
}

export function NameFields<Value extends Named>({
  draft,
  onChange,
  errorAt,
  schemas,
}: NameFieldsProps<Value>) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label="Name"
          value={draft.name}
          error={errorAt('name')}
          onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <Autocomplete
          label="Schema"
          value={draft.schema}
          data={[...schemas]}
          error={errorAt('schema')}
          onChange={(schema) => onChange({ ...draft, schema })}
          comboboxProps={{ withinPortal: true }}
          spellCheck={false}
        />
      </div>
      <TextInput
        label="Description"
        value={draft.comment ?? ''}
        onChange={(event) => onChange({ ...draft, comment: event.currentTarget.value })}
        autoComplete="off"
      />
    </>
  );
}
