import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import classes from './parameter-form.module.css';
import { PARAMETER_CHOICES, type ParameterName } from './parameter-groups.ts';

interface ParameterFieldProps {
  name: ParameterName;
  value: string;
  error: ReactNode;
  isReadOnly: boolean;
  onChange: (value: string) => void;
}

/** One parameter by PostgreSQL's own name. */
export function ParameterField({ name, value, error, isReadOnly, onChange }: ParameterFieldProps) {
  const choices = PARAMETER_CHOICES[name];
  if (choices !== undefined) {
    return (
      <div>
        <span className={classes.label} aria-hidden="true">
          {name}
        </span>
        <ChoiceField
          label={name}
          value={value}
          options={choices.map((choice) => ({ value: choice, label: choice }))}
          disabled={isReadOnly}
          onChange={onChange}
        />
      </div>
    );
  }
  return (
    <TextInput
      label={name}
      classNames={{ label: classes.label ?? '' }}
      value={value}
      error={error}
      readOnly={isReadOnly}
      autoComplete="off"
      spellCheck={false}
      placeholder="as the size says"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
