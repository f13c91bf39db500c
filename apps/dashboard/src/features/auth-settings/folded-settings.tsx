import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StateLabel } from '../../ui/status/state-label.tsx';
import classes from './folded-settings.module.css';

/** Settings of one of several things of a kind, folded until they are needed. */
export function FoldedSettings({
  label,
  isOn,
  children,
}: {
  label: string;
  isOn: boolean;
  children: ReactNode;
}) {
  return (
    <details className={classes.folded}>
      <summary className={classes.summary}>
        <span className={classes.label}>
          <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
          {label}
        </span>
        <StateLabel tone={isOn ? 'ok' : 'idle'} label={isOn ? 'On' : 'Off'} />
      </summary>
      <div className={classes.form}>{children}</div>
    </details>
  );
}
