import classes from './table-designer.module.css';

interface CheckFieldProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  error?: string | null;
  onChange: (checked: boolean) => void;
}

/** Something that is so or not, small enough to stand in a row. */
export function CheckField({ label, checked, disabled = false, error = null, onChange }: CheckFieldProps) {
  return (
    <label className={classes.check} data-disabled={disabled || undefined}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-invalid={error !== null}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{label}</span>
      {error !== null && <span className={classes.error}>{error}</span>}
    </label>
  );
}
