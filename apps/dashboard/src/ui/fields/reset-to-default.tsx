import type { ReactNode } from 'react';
import classes from './reset-to-default.module.css';

interface ResetToDefaultProps {
  /** Of the field. */
  label: string;
  /** What the setting is while nobody has set it, as it is shown. */
  usual: string;
  onReset: () => void;
}

/** The way back to what a setting is while nobody has set it. It is saved with the rest of the page. */
export function ResetToDefault({ label, usual, onReset }: ResetToDefaultProps) {
  return (
    <button
      type="button"
      className={classes.reset}
      title={`Default: ${usual === '' ? 'empty' : usual}`}
      onClick={onReset}
    >
      Reset to default <span className="visually-hidden">{label}</span>
    </button>
  );
}

interface WithDefaultProps extends ResetToDefaultProps {
  /** What is in the field now. */
  value: string;
  isReadOnly: boolean;
  children: ReactNode;
}

/** A field with the way back to its default beside its label, while something else is in it. */
export function WithDefault({ value, isReadOnly, children, ...reset }: WithDefaultProps) {
  return (
    <div className={classes.frame}>
      {children}
      {!isReadOnly && value.trim() !== reset.usual && <ResetToDefault {...reset} />}
    </div>
  );
}
