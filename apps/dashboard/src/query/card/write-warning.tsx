import { findRisks, parseParameters } from '@basalt/sql';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../ui/pages/notice.tsx';
import { blockedLabels } from '../confirm/confirm-labels.ts';
import { ConfirmOption } from '../confirm/confirm-option.tsx';
import { riskSentences } from '../confirm/risk-sentences.ts';
import { useRestorePoint } from '../confirm/use-restore-point.ts';
import { DryRun } from './dry-run.tsx';
import classes from './query-card.module.css';

interface WriteWarningProps {
  projectRef: string;
  isAsking: boolean;
  canConfirm: boolean;
  sql: string;
  /** What the database said; empty where nothing was tried. */
  refusal: string;
  onConfirm: () => void;
  onDismiss: () => void;
}

/** In the place of results: the query writes, and what running it on the read-write connection means. */
export function WriteWarning(props: WriteWarningProps) {
  const { isAsking, canConfirm, sql, refusal } = props;
  if (isAsking) return <WriteQuestion {...props} />;
  return (
    <p className={classes.quiet}>
      {blockedLabels(sql, refusal).notice}{' '}
      {canConfirm ? 'Press Run to execute it.' : 'Open it in the SQL editor to execute it.'}
    </p>
  );
}

function WriteQuestion({ projectRef, sql, refusal, onConfirm, onDismiss }: WriteWarningProps) {
  const { question, advice } = blockedLabels(sql, refusal);
  const risks = riskSentences(
    sql,
    findRisks(sql).filter(({ kind }) => kind !== 'table-without-rls'),
  );
  const isRemoving = risks.length > 0;
  const restorePoint = useRestorePoint(projectRef, isRemoving);
  const [takesPoint, setTakesPoint] = useState(true);

  const confirm = async () => {
    if (restorePoint.isBusy) return;
    if (isRemoving && restorePoint.isOffered && takesPoint && !(await restorePoint.take())) return;
    onConfirm();
  };
  return (
    <div className={classes.warning}>
      <Notice
        tone="warn"
        title={question}
        actions={
          <>
            <Button size="xs" onClick={onDismiss}>
              Cancel
            </Button>
            <Button
              size="xs"
              variant="filled"
              {...(isRemoving ? { color: 'red' } : {})}
              loading={restorePoint.isBusy}
              onClick={() => void confirm()}
            >
              Run
            </Button>
          </>
        }
      >
        <p>{advice}</p>
        {isRemoving && (
          <ul className={classes.risks}>
            {risks.map((risk) => (
              <li key={risk}>{risk}</li>
            ))}
          </ul>
        )}
        {isRemoving && restorePoint.isOffered && (
          <ConfirmOption label="Take a restore point first" checked={takesPoint} onChange={setTakesPoint} />
        )}
        {restorePoint.problem !== null && (
          <p role="alert" className={classes.problem}>
            The restore point was not taken, and nothing was run: {restorePoint.problem}
          </p>
        )}
        {parseParameters(sql).length === 0 && !/\$\d/.test(sql) && (
          <DryRun projectRef={projectRef} sql={sql} />
        )}
      </Notice>
    </div>
  );
}
