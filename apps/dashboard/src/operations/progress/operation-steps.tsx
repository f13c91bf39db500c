import type { Operation } from '@basalt/contract';
import { duration, elapsed } from '../../lib/duration.ts';
import { useNow } from '../../lib/use-now.ts';
import { shownState } from './operation-labels.ts';
import classes from './operation-steps.module.css';
import { ProgressBar } from './progress-bar.tsx';
import { StateIcon } from './state-icon.tsx';

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** The steps of one operation in their order, with start and duration of each. A running one counts live. */
export function OperationSteps({ operation }: { operation: Operation }) {
  const now = useNow(operation.state === 'running');
  return (
    <ol aria-label="Steps">
      {operation.steps.map((step) => {
        const took = elapsed(step.started_at, step.finished_at, now);
        const state = step.state === 'failed' ? shownState(operation) : step.state;
        return (
          <li key={step.name} className={classes.step} data-state={state}>
            <StateIcon state={state} />
            <span className={classes.title}>{step.title}</span>
            <span className="visually-hidden">{state}</span>
            {step.started_at !== null && (
              <time className={classes.clock} dateTime={step.started_at}>
                {clock.format(new Date(step.started_at))}
              </time>
            )}
            <span className={classes.took}>{took === null ? '' : duration(took)}</span>
            {step.progress !== null && step.state === 'running' && (
              <div className={classes.progress}>
                <ProgressBar progress={step.progress} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}
