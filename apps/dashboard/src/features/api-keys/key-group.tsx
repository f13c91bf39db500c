import { type ReactNode, useId } from 'react';
import classes from './key-group.module.css';

interface KeyGroupProps {
  title: string;
  description: ReactNode;
  actions?: ReactNode;
  notice?: ReactNode;
  /** Rows; null when there are none. */
  children: ReactNode;
  /** Said when there are no rows. */
  empty: string;
}

/** Keys of one kind. */
export function KeyGroup({ title, description, actions, notice, children, empty }: KeyGroupProps) {
  const id = useId();
  return (
    <div className={classes.group}>
      <div className={classes.header}>
        <div className={classes.heading}>
          <h3 id={id} className={classes.title}>
            {title}
          </h3>
          <p className={classes.description}>{description}</p>
        </div>
        {actions}
      </div>
      {notice}
      {children === null ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <ul className={classes.rows} aria-labelledby={id}>
          {children}
        </ul>
      )}
    </div>
  );
}
