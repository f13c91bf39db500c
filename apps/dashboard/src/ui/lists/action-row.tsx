import type { ReactNode } from 'react';
import classes from './action-row.module.css';

interface ActionRowsProps {
  /** Names the list where the heading above it does not. */
  label?: string;
  children: ReactNode;
}

/** Things, or what can be done, one under the other. */
export function ActionRows({ label, children }: ActionRowsProps) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface ActionRowProps {
  title: ReactNode;
  text: ReactNode;
  action?: ReactNode;
  /** More, below the words and as wide as the row. */
  children?: ReactNode;
}

export function ActionRow({ title, text, action, children }: ActionRowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <h3 className={classes.title}>{title}</h3>
        <p className={classes.text}>{text}</p>
      </div>
      {action !== undefined && <div className={classes.tools}>{action}</div>}
      {children !== undefined && <div className={classes.more}>{children}</div>}
    </li>
  );
}
