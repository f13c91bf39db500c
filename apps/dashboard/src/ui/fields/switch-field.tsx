import { type ReactNode, useId } from 'react';
import classes from './switch-field.module.css';

interface SwitchFieldProps {
  label: string;
  description?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  error?: ReactNode;
}

/** Something that is on or off, with what it means beside it. */
export function SwitchField(props: SwitchFieldProps) {
  const { label, description, checked, onChange, disabled = false, error } = props;
  const id = useId();
  const isWrong = error !== undefined && error !== null && error !== false;
  const describedBy = [description !== undefined && `${id}-description`, isWrong && `${id}-error`].filter(
    (part) => part !== false,
  );
  return (
    <div className={classes.field}>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={classes.input}
        checked={checked}
        disabled={disabled}
        aria-describedby={describedBy.length === 0 ? undefined : describedBy.join(' ')}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div className={classes.words}>
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        {description !== undefined && (
          <p id={`${id}-description`} className={classes.description}>
            {description}
          </p>
        )}
        {isWrong && (
          <p id={`${id}-error`} className={classes.error}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
