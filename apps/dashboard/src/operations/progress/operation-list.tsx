import type { Operation } from '@basalt/contract';
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { duration, elapsed } from '../../lib/format/duration.ts';
import { useNow } from '../../lib/use-now.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { operationTitle, shownState } from './operation-labels.ts';
import classes from './operation-list.module.css';
import { OperationSteps } from './operation-progress.tsx';
import { StateIcon } from './state-icon.tsx';
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

/** One operation: what, who, when, how long; its steps and its reason when opened. A running one starts open. */
function OperationRow({ operation }: { operation: Operation }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const opened = chosen ?? operation.state === 'running';
  const now = useNow(operation.state === 'running');
  const took = elapsed(operation.started_at, operation.finished_at, now);
  const id = useId();

  return (
    <li className={classes.operation}>
      <UnstyledButton
        className={classes.row}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setChosen(!opened)}
      >
        <StateIcon state={shownState(operation)} />
        <span className={classes.what}>
          <span className={classes.title}>{operationTitle(operation)}</span>
          {operation.reason !== null && !opened && <span className={classes.hint}>{operation.reason}</span>}
        </span>
        <span className={classes.who}>{operation.started_by ?? 'Basalt'}</span>
        <span className={classes.when}>
          <TimeAgo date={operation.started_at} />
        </span>
        <span className={classes.took}>{took === null ? '' : duration(took)}</span>
        <IconChevronRight className={classes.chevron} size={14} aria-hidden="true" />
      </UnstyledButton>
      <div id={id} className={classes.details} hidden={!opened}>
        {operation.reason !== null && (
          <p className={classes.reason} data-state={shownState(operation)}>
            {operation.reason}
          </p>
        )}
        {opened && <OperationSteps operation={operation} />}
      </div>
    </li>
  );
}
