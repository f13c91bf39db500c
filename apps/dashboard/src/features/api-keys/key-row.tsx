import type { ReactNode } from 'react';
import classes from './key-row.module.css';

interface KeyRowProps {
  name: string;
  tags?: ReactNode;
  note?: ReactNode;
  menu?: ReactNode;
  /** The key, or why it is not there. */
  children: ReactNode;
}

/** One key of a list: what it is called, what it is for, and itself. */
export function KeyRow({ name, tags, note, menu, children }: KeyRowProps) {
  return (
    <li className={classes.row} data-menu={menu !== undefined || undefined}>
      <div className={classes.words}>
        <div className={classes.head}>
          <span className={classes.name} title={name}>
            {name}
          </span>
          {tags}
        </div>
        {note !== undefined && <p className={classes.note}>{note}</p>}
      </div>
      <div className={classes.value}>{children}</div>
      {menu !== undefined && <div className={classes.menu}>{menu}</div>}
    </li>
  );
}
