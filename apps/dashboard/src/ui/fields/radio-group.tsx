import { type ReactNode, useId } from 'react';
import classes from './radio-group.module.css';

interface RadioGroupProps<T extends string> {
  label: string;
  options: ReadonlyArray<{ value: T; label: string; description?: ReactNode }>;
  value: T;
  onChange: (value: T) => void;
}

/** One of a few, each with what it means. */
export function RadioGroup<T extends string>({ label, options, value, onChange }: RadioGroupProps<T>) {
  const id = useId();
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={id}
            value={option.value}
            aria-label={option.label}
            {...(option.description === undefined ? {} : { 'aria-describedby': `${id}-${option.value}` })}
            checked={value === option.value}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className={classes.label}>{option.label}</span>
            {option.description !== undefined && (
              <span id={`${id}-${option.value}`} className={classes.description}>
                {option.description}
              </span>
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
