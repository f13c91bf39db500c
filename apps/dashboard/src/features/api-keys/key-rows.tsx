import { IconLock, IconWorld } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Tag } from '../../ui/status/tag.tsx';
import classes from './key-rows.module.css';

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
        <ul aria-labelledby={id}>{children}</ul>
      )}
    </div>
  );
}

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
      {menu !== undefined && <div>{menu}</div>}
    </li>
  );
}

/** Whether a key may be seen by everybody. */
export function VisibilityTag({ isPublic }: { isPublic: boolean }) {
  const Icon = isPublic ? IconWorld : IconLock;
  return (
    <Tag icon={<Icon size={12} stroke={1.75} aria-hidden="true" />}>{isPublic ? 'public' : 'secret'}</Tag>
  );
}

/** A sentence in the place of a key. */
export function KeyPlaceholder({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's
    <div className={classes.line} role="group" aria-label={label}>
      {children}
    </div>
  );
}
