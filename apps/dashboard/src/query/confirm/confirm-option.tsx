import { type ReactNode, useId } from 'react';
import classes from './confirm-option.module.css';

interface ConfirmOptionProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children?: ReactNode;
}

/** A box to tick in the question before a run. */
export function ConfirmOption({ label, checked, onChange, children }: ConfirmOptionProps) {
  const id = useId();
  return (
    <div className={classes.option}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        {...(children === undefined ? {} : { 'aria-describedby': `${id}-text` })}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {children !== undefined && (
          <p id={`${id}-text`} className={classes.text}>
            {children}
          </p>
        )}
      </div>
    </div>
  );
}
