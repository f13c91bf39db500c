import '../../../theme/dialog.ts';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { usePersisted } from '../../../lib/persisted.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import classes from './history-dialog.module.css';
import { PastRunItem } from './past-run-item.tsx';
import { findRuns, KEPT_RUNS, runHistory } from './run-history.ts';

interface HistoryDialogProps {
  projectRef: string;
  onOpen: (sql: string) => void;
  onInsert: (sql: string) => void;
  onClose: () => void;
}

/** What was run in this project from this browser. */
export function HistoryDialog({ projectRef, onOpen, onInsert, onClose }: HistoryDialogProps) {
  const [runs, setRuns] = usePersisted(runHistory, projectRef);
  const [search, setSearch] = useState('');
  const [isAsking, setAsking] = useState(false);
  const found = findRuns(runs, search);
  const closeAnd = (act: (sql: string) => void) => (sql: string) => {
    onClose();
    act(sql);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title="History of runs"
      size={760}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {runs.length === 0 ? (
        <EmptyState
          title="Nothing was run yet"
          text={`The last ${KEPT_RUNS} runs of this project are kept in this browser, and only here.`}
        />
      ) : (
        <div className={classes.history}>
          <div className={classes.tools}>
            <SearchField label="Search the history" value={search} onChange={setSearch} isFirst />
            <Button onClick={() => setAsking(true)}>Clear history</Button>
          </div>
          {found.length === 0 ? (
            <p className={classes.none}>No run holds these words.</p>
          ) : (
            <ul className={classes.list} aria-label="Runs">
              {found.map((run) => (
                <PastRunItem
                  key={`${run.at}:${run.milliseconds}`}
                  run={run}
                  onOpen={closeAnd(onOpen)}
                  onInsert={closeAnd(onInsert)}
                />
              ))}
            </ul>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          setRuns([]);
        }}
        title="Clear the history of this project?"
        confirmLabel="Clear history"
        danger
      >
        Snippets stay. The list of runs cannot be brought back.
      </ConfirmDialog>
    </Modal>
  );
}
