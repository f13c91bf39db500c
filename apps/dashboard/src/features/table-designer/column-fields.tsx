import { Autocomplete, TextInput } from '@mantine/core';
import { CheckField } from './check-field.tsx';
import type { DraftColumn } from './design-draft.ts';
import type { FieldError } from './design-form.tsx';
import classes from './table-designer.module.css';
import { defaultSuggestions, isArray, matchTypes, toggleArray } from './type-suggestions.ts';

export interface ColumnPartProps {
  column: DraftColumn;
  isPrimary: boolean;
  /** Of a field of this column. */
  errorAt: FieldError;
  onChange: (change: Partial<DraftColumn>) => void;
}

interface ColumnFieldsProps extends ColumnPartProps {
  /** Types of the database, beside those of PostgreSQL. */
  types: readonly string[];
  /** Takes the keyboard when it appears. */
  isFocused: boolean;
  onPrimary: (isPrimary: boolean) => void;
}

/** What everybody wants to say of a column. */
export function ColumnFields(props: ColumnFieldsProps) {
  const { column, isPrimary, errorAt, onChange, types, isFocused, onPrimary } = props;
  const hasDefault = column.identity === null && column.generated === null;
  return (
    <>
      <div className={classes.column}>
        <TextInput
          label="Name"
          value={column.name}
          error={errorAt('name')}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
          autoComplete="off"
          spellCheck={false}
          autoFocus={isFocused}
        />
        <Autocomplete
          label="Type"
          value={column.type}
          data={matchTypes('', types)}
          // All are offered until something else is typed.
          filter={({ search }) =>
            matchTypes(
              search === column.type && matchTypes('', types).includes(search) ? '' : search,
              types,
            ).map((value) => ({ value, label: value }))
          }
          error={errorAt('type')}
          onChange={(type) => onChange({ type })}
          maxDropdownHeight={260}
          spellCheck={false}
        />
        <Autocomplete
          label="Default"
          placeholder={hasDefault ? 'None' : 'By itself'}
          value={column.default_value ?? ''}
          data={defaultSuggestions(column.type)}
          filter={({ options }) => options}
          error={errorAt('default_value')}
          disabled={!hasDefault}
          onChange={(default_value) =>
            onChange({ default_value: default_value === '' ? null : default_value })
          }
          spellCheck={false}
        />
      </div>
      <div className={classes.checks}>
        <CheckField label="Primary key" checked={isPrimary} onChange={onPrimary} />
        <CheckField
          label="Allow null"
          checked={column.is_nullable}
          disabled={isPrimary || column.identity !== null}
          error={errorAt('is_nullable')}
          onChange={(is_nullable) => onChange({ is_nullable })}
        />
        <CheckField
          label="Unique"
          checked={column.is_unique}
          error={errorAt('is_unique')}
          onChange={(is_unique) => onChange({ is_unique })}
        />
        <CheckField
          label="Array"
          checked={isArray(column.type)}
          onChange={(on) => onChange({ type: toggleArray(column.type, on) })}
        />
      </div>
    </>
  );
}
