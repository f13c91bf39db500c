import { IconSearch } from '@tabler/icons-react';
import classes from './plain-field.module.css';

interface SearchFieldProps {
  /** Names the field and stands in it while it is empty. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Takes the focus when the dialog around it opens. */
  isFirst?: boolean;
}

/** A field that narrows a list down. */
export function SearchField({ label, value, onChange, isFirst = false }: SearchFieldProps) {
  return (
    <label className={classes.field}>
      <IconSearch size={15} stroke={1.75} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        data-autofocus={isFirst || undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
