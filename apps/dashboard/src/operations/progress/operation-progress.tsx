import type { Operation, OperationKind } from '@basalt/contract';
import { duration, elapsed } from '../../lib/format/duration.ts';
import { clockTime, exactTime } from '../../lib/format/moment.ts';
import { useNow } from '../../lib/use-now.ts';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { newestOperation, shownState } from './operation-labels.ts';
import classes from './operation-progress.module.css';
import { ProgressBar } from './progress-bar.tsx';
import { StateIcon } from './state-icon.tsx';
import { useOperations } from './use-operations.ts';

interface OperationProgressProps {
  projectRef: string;
  kinds: readonly OperationKind[];
  /** What the page says of the operation. */
  state: Operation['state'];
}

/**
 * The newest operation of some kinds, step by step. What was read before the page appeared may show the one before,
 * so the place is held until the list has been read again.
 */
export function OperationProgress({ projectRef, kinds, state }: OperationProgressProps) {
  const live = state === 'running';
  const { data, isFetchedAfterMount, isError } = useOperations(projectRef, { live });
  if (isError && data === undefined) return null;
  if (data === undefined || !isFetchedAfterMount) return <Skeleton height={150} radius={10} />;
  const operation = newestOperation(data, kinds);
  // A running one may be found finished a moment before the page changes, and stays.
  if (operation === undefined || (!live && operation.state !== state)) return null;
  return (
    <div className={classes.panel}>
      <OperationSteps operation={operation} />
      <p className={classes.who}>Started by {operation.started_by ?? 'Basalt'}</p>
    </div>
  );
}

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
              <time className={classes.clock} dateTime={step.started_at} title={exactTime(step.started_at)}>
                {clockTime(step.started_at)}
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
