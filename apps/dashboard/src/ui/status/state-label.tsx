import classes from './status-badge.module.css';
import type { StatusTone } from './status-look.ts';

interface StateLabelProps {
  tone: StatusTone;
  label: string;
  /** Said on hover, where the word alone is not enough. */
  title?: string | undefined;
}

/** The state of anything as a dot and a word. */
export function StateLabel({ tone, label, title }: StateLabelProps) {
  return (
    <span className={classes.badge} data-tone={tone} title={title}>
      <span className={classes.dot} data-tone={tone} aria-hidden="true" />
      {label}
    </span>
  );
}
