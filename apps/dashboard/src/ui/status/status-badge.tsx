import type { ProjectStatus } from '@basalt/contract';
import classes from './status-badge.module.css';
import { statusLook } from './status-look.ts';

/** A project's status as a dot; the word is there for those who do not see colors. */
export function StatusDot({ status }: { status: ProjectStatus }) {
  const { label, tone } = statusLook(status);
  return <span className={classes.dot} data-tone={tone} role="img" aria-label={label} title={label} />;
}

/** A project's status as a dot and a word. */
export function StatusBadge({ status }: { status: ProjectStatus }) {
  const { label, tone } = statusLook(status);
  return (
    <span className={classes.badge} data-tone={tone}>
      <span className={classes.dot} data-tone={tone} aria-hidden="true" />
      {label}
    </span>
  );
}
