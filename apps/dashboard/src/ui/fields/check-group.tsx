import { useId } from 'react';
import classes from './check-group.module.css';

interface CheckGroupProps<T extends string> {
  label: string;
  options: ReadonlyArray<{ value: T; label: string }>;
  values: readonly T[];
  onChange: (values: readonly T[]) => void;
  error?: string | undefined;
}

/** Any of several. */
export function CheckGroup<T extends string>(props: CheckGroupProps<T>) {
  const { label, options, values, onChange, error } = props;
  const id = useId();
  return (
    <fieldset
      className={classes.group}
      aria-describedby={error === undefined ? undefined : id}
      aria-invalid={error !== undefined}
    >
      <legend className={classes.legend}>{label}</legend>
      <div className={classes.options}>
        {options.map((option) => (
          <label key={option.value} className={classes.option}>
            <input
              type="checkbox"
              checked={values.includes(option.value)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked
                    ? [...values, option.value]
                    : values.filter((value) => value !== option.value),
                )
              }
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={id} className={classes.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
