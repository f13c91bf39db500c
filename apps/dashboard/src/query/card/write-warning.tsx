import { findRisks } from '@basalt/sql';
import { Button } from '@mantine/core';
import { Notice } from '../../ui/pages/notice.tsx';
import { blockedLabels } from '../confirm/confirm-labels.ts';
import { riskSentences } from '../confirm/risk-sentences.ts';
import classes from './query-card.module.css';

interface WriteWarningProps {
  isAsking: boolean;
  canConfirm: boolean;
  sql: string;
  /** What the database said. */
  refusal: string;
  onConfirm: () => void;
  onDismiss: () => void;
}

/** In the place of results: the read-only connection refused the query, and what running it on the other one means. */
export function WriteWarning(props: WriteWarningProps) {
  const { isAsking, canConfirm, sql, refusal, onConfirm, onDismiss } = props;
  const { notice, question, advice } = blockedLabels(sql, refusal);
  if (!isAsking)
    return (
      <p className={classes.quiet}>
        {notice} {canConfirm ? 'Press Run to execute it.' : 'Open it in the SQL editor to execute it.'}
      </p>
    );
  const risks = riskSentences(
    sql,
    findRisks(sql).filter(({ kind }) => kind !== 'table-without-rls'),
  );
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
              {...(risks.length > 0 ? { color: 'red' } : {})}
              onClick={onConfirm}
            >
              Run
            </Button>
          </>
        }
      >
        <p>{advice}</p>
        {risks.length > 0 && (
          <ul className={classes.risks}>
            {risks.map((risk) => (
              <li key={risk}>{risk}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
