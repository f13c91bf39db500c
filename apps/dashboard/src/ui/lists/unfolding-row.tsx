import { type ReactNode, useId, useState } from 'react';
import classes from './unfolding-row.module.css';

interface UnfoldingRowProps {
  /** Of the button: its columns. */
  className: string | undefined;
  /** What is seen at a glance, in columns. */
  children: ReactNode;
  /** All the rest. */
  details: ReactNode;
}

/** An entry of a list; pressing it shows everything that is known about it. */
export function UnfoldingRow({ className, children, details }: UnfoldingRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li className={classes.entry}>
      <button
        type="button"
        className={`${classes.row} ${className}`}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <div id={id} className={classes.details}>
          {details}
        </div>
      )}
    </li>
  );
}
