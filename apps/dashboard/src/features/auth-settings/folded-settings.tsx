import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StateLabel } from '../../ui/status/state-label.tsx';
import classes from './folded-settings.module.css';

/** Settings of one of several things of a kind, folded until they are needed. */
export function FoldedSettings({
  label,
  mark,
  isOn,
  children,
}: {
  label: string;
  /** Two letters by which the eye finds it again. */
  mark?: string;
  isOn: boolean;
  children: ReactNode;
}) {
  return (
    <details className={classes.folded}>
      <summary className={classes.summary}>
        <span className={classes.label}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
          {mark !== undefined && (
            <span className={classes.mark} data-on={isOn || undefined} aria-hidden="true">
              {mark}
            </span>
          )}
          <span>{label}</span>
        </span>
        <StateLabel tone={isOn ? 'ok' : 'idle'} label={isOn ? 'On' : 'Off'} />
      </summary>
      <div className={classes.form}>{children}</div>
    </details>
  );
}
