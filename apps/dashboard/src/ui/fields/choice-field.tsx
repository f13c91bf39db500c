import { IconSelector } from '@tabler/icons-react';
import classes from './plain-field.module.css';

export interface ChoiceFieldProps {
  label: string;
  value: string;
  options: ReadonlyArray<{ value: string; label: string }>;
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** One of a few, in the list that the system draws. */
export function ChoiceField({ label, value, options, onChange, disabled = false }: ChoiceFieldProps) {
  return (
    <label className={classes.field} data-choice>
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <IconSelector size={14} stroke={1.75} aria-hidden="true" />
    </label>
  );
}
