import type { ReactNode } from 'react';
import classes from './labelled.module.css';

interface LabelledProps {
  label: string;
  hint: ReactNode;
  children: ReactNode;
}

/** Something to read or copy under its name and a line that says what it is for; looks like a field of a form. */
export function Labelled({ label, hint, children }: LabelledProps) {
  return (
    <div>
      <p className={classes.label}>{label}</p>
      <p className={classes.hint}>{hint}</p>
      {children}
    </div>
  );
}
