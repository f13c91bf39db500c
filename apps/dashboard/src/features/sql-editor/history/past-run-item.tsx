import { Button } from '@mantine/core';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import classes from './history-dialog.module.css';
import type { PastRun } from './run-history.ts';

interface PastRunItemProps {
  run: PastRun;
  onOpen: (sql: string) => void;
  onInsert: (sql: string) => void;
}

/** One run: its text, when it was, how long it took and what came of it. */
export function PastRunItem({ run, onOpen, onInsert }: PastRunItemProps) {
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
  if (run.outcome === 'cancelled') return <Tag tone="warn">Cancelled</Tag>;
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
