import type { Operation, OperationKind } from '@basalt/contract';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { newestOperation } from './operation-labels.ts';
import classes from './operation-progress.module.css';
import { OperationSteps } from './operation-steps.tsx';
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
