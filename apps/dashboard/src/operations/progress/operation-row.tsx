import type { Operation } from '@basalt/contract';
import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { duration, elapsed } from '../../lib/format/duration.ts';
import { useNow } from '../../lib/use-now.ts';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { operationTitle, shownState } from './operation-labels.ts';
import { OperationSteps } from './operation-progress.tsx';
import classes from './operation-row.module.css';
import { StateIcon } from './state-icon.tsx';

/** One operation: what, who, when, how long; its steps and its reason when opened. A running one starts open. */
export function OperationRow({ operation }: { operation: Operation }) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const opened = chosen ?? operation.state === 'running';
  const now = useNow(operation.state === 'running');
  const took = elapsed(operation.started_at, operation.finished_at, now);
  const id = useId();

  return (
    <li>
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
