import type { RunningQuery } from '@basalt/contract';
import { Button } from '@mantine/core';
import { orpc } from '../../../api/client.ts';
import { useAction } from '../../../lib/use-action.ts';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import classes from './running-queries.module.css';
import { RunningTime } from './running-time.tsx';

interface RunningQueryItemProps {
  projectRef: string;
  query: RunningQuery;
  /** When the server said so, in milliseconds as of `Date.now()`. */
  seenAt: number;
  mayEnd: boolean;
  onTerminate: () => void;
  onChanged: () => void;
}

/** One statement: whose it is, how long it has run, what holds it up. */
export function RunningQueryItem(props: RunningQueryItemProps) {
  const { projectRef, query, seenAt, mayEnd, onTerminate, onChanged } = props;
  const { pid, connected_at, waits_for, blocked_by } = query;
  const cancel = useAction({
    mutation: orpc.databaseQueries.cancel.mutationOptions(),
    done: ({ ended }) => (ended ? 'The query was asked to stop' : 'The query was over already'),
    failed: (message) => `Failed to cancel the query: ${message}`,
    onDone: onChanged,
  });
  return (
    <li className={classes.query} aria-label={`Query of connection ${pid}`}>
      <div className={classes.head}>
        <RunningTime milliseconds={query.milliseconds} seenAt={seenAt} />
        <span className={classes.user}>{query.user}</span>
        {query.application !== '' && <span className={classes.dim}>{query.application}</span>}
        {blocked_by.length > 0 && (
          <Tag tone="warn">
            Blocked by {blocked_by.length === 1 ? 'connection' : 'connections'} {blocked_by.join(', ')}
          </Tag>
        )}
        {blocked_by.length === 0 && waits_for !== null && <Tag>Waits for {waits_for}</Tag>}
      </div>
      <div className={classes.text}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable from the keyboard */}
        <pre className={classes.sql} tabIndex={0}>
          {query.query}
        </pre>
        <CopyButton value={query.query} label="SQL" />
      </div>
      <div className={classes.foot}>
        <span className={classes.dim}>
          Connection {pid}
          {query.client !== null && ` from ${query.client}`}, {query.state}
        </span>
        {mayEnd && (
          <span className={classes.actions}>
            <Button
              size="xs"
              loading={cancel.isRunning}
              onClick={() => void cancel.run({ ref: projectRef, pid, connected_at })}
            >
              Cancel query
            </Button>
            <Button size="xs" variant="light" color="red" onClick={onTerminate}>
              Terminate
            </Button>
          </span>
        )}
      </div>
    </li>
  );
}
