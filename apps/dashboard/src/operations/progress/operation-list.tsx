import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './operation-list.module.css';
import { OperationRow } from './operation-row.tsx';
import { useOperations } from './use-operations.ts';

/** The newest operations of a project. Follows a running one. */
export function OperationList({ projectRef }: { projectRef: string }) {
  const { data, error, refetch } = useOperations(projectRef);
  if (data === undefined && error !== null) {
    return (
      <ErrorState error={error} title="The operations could not be loaded" onRetry={() => void refetch()} />
    );
  }
  if (data === undefined) return <Skeleton height={38} lines={3} />;
  if (data.length === 0) return <p className={classes.empty}>Nothing has been done to this project yet.</p>;
  return (
    <ul className={classes.list} aria-label="Recent operations">
      {data.map((operation) => (
        <OperationRow key={operation.id} operation={operation} />
      ))}
    </ul>
  );
}
