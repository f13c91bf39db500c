import type { ReactNode } from 'react';
import classes from './code-line.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeLineProps {
  value: string;
  /** What the line is, such as "project URL". */
  label?: string;
  /** Offers a copy button; on unless said otherwise. */
  copy?: boolean;
  /** More buttons at the end of the line. */
  actions?: ReactNode;
}

/** One line of code or data: mono, scrolls sideways, never wraps. */
export function CodeLine({ value, label, copy = true, actions }: CodeLineProps) {
  return (
    <div className={classes.line}>
      <code
        className={classes.value}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        {...(label === undefined ? {} : { 'aria-label': label, role: 'group' })}
      >
        {value}
      </code>
      {actions}
      {copy && <CopyButton value={value} {...(label === undefined ? {} : { label })} />}
    </div>
  );
}
