import { Input, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { SIZE_UNITS, type SizeFields, type SizeUnit } from '../../lib/format/size-text.ts';
import classes from './size-field.module.css';

interface SizeFieldProps {
  label: string;
  description?: string;
  /** What the unit is called, where two stand on a page. */
  unitLabel: string;
  value: SizeFields;
  error: ReactNode;
  isReadOnly?: boolean;
  onChange: (part: Partial<SizeFields>) => void;
}

/** A size in bytes, as a number and its unit. */
export function SizeField({ unitLabel, value, isReadOnly = false, onChange, ...rest }: SizeFieldProps) {
  return (
    <Input.Wrapper {...rest} labelElement="div">
      <div className={classes.size}>
        <TextInput
          aria-label={rest.label}
          inputMode="decimal"
          autoComplete="off"
          value={value.amount}
          readOnly={isReadOnly}
          onChange={(event) => onChange({ amount: event.currentTarget.value })}
        />
        <NativeSelect
          aria-label={unitLabel}
          data={Object.keys(SIZE_UNITS)}
          value={value.unit}
          disabled={isReadOnly}
          onChange={(event) => onChange({ unit: event.currentTarget.value as SizeUnit })}
        />
      </div>
    </Input.Wrapper>
  );
}
