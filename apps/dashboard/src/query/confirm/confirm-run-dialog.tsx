import '../../theme/dialog.ts';
import type { ConfirmationNeeded } from '@basalt/contract';
import { enableRlsStatements, findRisks } from '@basalt/sql';
import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { usePersisted } from '../../lib/persisted.ts';
import { askBeforePreference } from '../run/confirmation.ts';
import { confirmLabels } from './confirm-labels.ts';
import { ConfirmOption } from './confirm-option.tsx';
import classes from './confirm-run-dialog.module.css';
import { riskSentences } from './risk-sentences.ts';
import { useRestorePoint } from './use-restore-point.ts';

interface ConfirmRunDialogProps {
  projectRef: string;
  sql: string;
  needed: ConfirmationNeeded;
  onRun: (sql?: string) => void;
  onCancel: () => void;
}

/** What a run would do that cannot be taken back. Enter runs it only where nothing is removed. */
export function ConfirmRunDialog({ projectRef, sql, needed, onRun, onCancel }: ConfirmRunDialogProps) {
  const dataApi = useQuery(orpc.dataApi.get.queryOptions({ input: { ref: projectRef }, retry: false }));
  const found = findRisks(sql);
  // The database itself switches row level security on for new tables, unless the project says otherwise.
  const isProtected = dataApi.isPending || dataApi.data?.rls_on_new_tables === true;
  const risks = found.filter(({ kind }) => kind !== 'table-without-rls' || !isProtected);
  const isRemoving = risks.some(({ kind }) => kind !== 'table-without-rls');
  const opensTable = risks.some(({ kind }) => kind === 'table-without-rls');
  const { question, advice } = confirmLabels(needed);
  useFocusReturn();
  const restorePoint = useRestorePoint(projectRef, isRemoving);
  const [takesPoint, setTakesPoint] = useState(true);
  const [askBefore, setAskBefore] = usePersisted(askBeforePreference, projectRef);

  const confirm = async (text?: string) => {
    if (restorePoint.isBusy) return;
    if (isRemoving && restorePoint.isOffered && takesPoint && !(await restorePoint.take())) return;
    onRun(text);
  };

  return (
    <Modal
      opened
      onClose={onCancel}
      title="Confirm to run the query"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        <p>{question}</p>
        <p className={classes.advice}>{advice}</p>
        {risks.length > 0 && (
          <ul className={classes.risks} aria-label="What this query does">
            {riskSentences(sql, risks).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        )}
        {isRemoving && restorePoint.isOffered && (
          <ConfirmOption label="Take a restore point first" checked={takesPoint} onChange={setTakesPoint}>
            The database can be put back to this moment on the page Backups, where it is listed with its name.
          </ConfirmOption>
        )}
        {restorePoint.problem !== null && (
          <p role="alert" className={classes.problem}>
            The restore point was not taken, and nothing was run: {restorePoint.problem}
          </p>
        )}
        {needed.writes && (
          <ConfirmOption
            label="Do not ask again for writes that remove nothing"
            checked={askBefore === 'removing'}
            onChange={(isLess) => setAskBefore(isLess ? 'removing' : 'every-write')}
          />
        )}
        <div className={classes.actions}>
          <Button onClick={onCancel} {...(isRemoving ? { 'data-autofocus': true } : {})}>
            Cancel
          </Button>
          {opensTable && (
            <Button loading={restorePoint.isBusy} onClick={() => void confirm(enableRlsStatements(sql))}>
              Enable RLS and run
            </Button>
          )}
          <Button
            variant="filled"
            {...(isRemoving ? { color: 'red' } : { 'data-autofocus': true })}
            loading={restorePoint.isBusy}
            onClick={() => void confirm()}
          >
            Run
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** Gives the focus back, when the component goes, to what had it when the component came. */
function useFocusReturn(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // What takes the place of the component may have taken the focus too.
      setTimeout(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    },
    [before],
  );
}
