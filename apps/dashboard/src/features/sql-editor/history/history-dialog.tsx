import '../../../theme/dialog.ts';
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { usePersisted } from '../../../lib/persisted.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { EmptyState } from '../../../ui/pages/empty-state.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import classes from './history-dialog.module.css';
import { findRuns, KEPT_RUNS, type PastRun, runHistory } from './run-history.ts';

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

interface PastRunItemProps {
  run: PastRun;
  onOpen: (sql: string) => void;
  onInsert: (sql: string) => void;
}

/** One run: its text, when it was, how long it took and what came of it. */
function PastRunItem({ run, onOpen, onInsert }: PastRunItemProps) {
  const { sql, at, isCut } = run;
  return (
    <li className={classes.run}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable from the keyboard */}
      <pre className={classes.sql} tabIndex={0}>
        {sql}
        {isCut && '\n…'}
      </pre>
      <div className={classes.foot}>
        <span className={classes.facts}>
          <TimeAgo date={new Date(at)} />
          {run.milliseconds !== null && <span>{durationText(run.milliseconds)}</span>}
          <Outcome run={run} />
        </span>
        <span className={classes.actions}>
          <CopyButton value={sql} label="SQL" />
          <Button size="xs" onClick={() => onInsert(sql)}>
            Insert
          </Button>
          <Button size="xs" onClick={() => onOpen(sql)}>
            Open
          </Button>
        </span>
      </div>
    </li>
  );
}

function Outcome({ run }: { run: PastRun }) {
  if (run.outcome === 'cancelled') return <Tag tone="warn">Canceled</Tag>;
  if (run.outcome === 'failed') {
    return (
      <>
        <Tag tone="danger">Failed</Tag>
        {run.error !== null && <span className={classes.error}>{run.error}</span>}
      </>
    );
  }
  if (run.rows === null) return <span>Done</span>;
  return <span>{`${run.rows.toLocaleString('en-US')} ${run.rows === 1 ? 'row' : 'rows'}`}</span>;
}

function durationText(milliseconds: number): string {
  return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}
