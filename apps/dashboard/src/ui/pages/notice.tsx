import type { ReactNode } from 'react';
import classes from './notice.module.css';

interface NoticeProps {
  tone: 'info' | 'warn' | 'danger';
  title?: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** A box with something worth knowing before going on. Danger speaks up at once. */
export function Notice({ tone, title, children, actions }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'danger' ? 'alert' : 'note'}>
      <div className={classes.words}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {children !== undefined && <div className={classes.text}>{children}</div>}
      </div>
      {actions !== undefined && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
