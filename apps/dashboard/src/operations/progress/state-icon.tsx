import type { Operation } from '@basalt/contract';
import classes from './state-icon.module.css';

/** `cancelled`: it ended because somebody wanted it to. */
type StepState = Operation['steps'][number]['state'] | 'cancelled';

/** A 16 px mark of how far something is. Decoration: the words beside it say the same. */
export function StateIcon({ state }: { state: StepState }) {
  return (
    <svg className={classes.icon} data-state={state} viewBox="0 0 16 16" aria-hidden="true">
      <circle className={classes.ring} cx="8" cy="8" r="6.25" />
      {state === 'running' && <path className={classes.arc} d="M8 1.75a6.25 6.25 0 0 1 6.25 6.25" />}
      {state === 'done' && <path d="m5.2 8.2 2 2 3.8-4.2" />}
      {state === 'cancelled' && <path d="M5.4 8h5.2" />}
      {state === 'failed' && <path d="m5.8 5.8 4.4 4.4m0-4.4-4.4 4.4" />}
    </svg>
  );
}
