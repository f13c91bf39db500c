import { findRisks } from '@basalt/sql';
import { Button } from '@mantine/core';
import { Notice } from '../../ui/notice.tsx';
import { confirmWords } from '../confirm-words.ts';
import { riskSentences } from '../risk-sentences.ts';
import classes from './query-card.module.css';

interface WriteWarningProps {
  isAsking: boolean;
  canConfirm: boolean;
  sql: string;
  onConfirm: () => void;
  onDismiss: () => void;
}

/** In the place of results: the query writes, and what that means. */
export function WriteWarning({ isAsking, canConfirm, sql, onConfirm, onDismiss }: WriteWarningProps) {
  if (!isAsking)
    return (
      <p className={classes.quiet}>
        This query contains write operations, so it does not run by itself.{' '}
        {canConfirm ? 'Press Run to execute it.' : 'Open it in the SQL editor to execute it.'}
      </p>
    );
  const { question, advice } = confirmWords({ writes: true, unknown_functions: [] });
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
