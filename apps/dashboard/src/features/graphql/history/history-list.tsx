import { Button } from '@mantine/core';
import { useState } from 'react';
import { duration } from '../../../lib/format/duration.ts';
import { usePersisted } from '../../../lib/persisted.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import classes from '../../../ui/lists/side-list.module.css';
import { TimeAgo } from '../../../ui/status/time-ago.tsx';
import type { Operation } from '../schema/operation-for.ts';
import { KEPT_QUERIES, queryHistory } from './query-history.ts';

/** What was sent to this project from this browser. */
export function HistoryList({
  projectRef,
  onOpen,
}: {
  projectRef: string;
  onOpen: (past: Operation) => void;
}) {
  const [history, setHistory] = usePersisted(queryHistory, projectRef);
  const [search, setSearch] = useState('');
  const [isAsking, setAsking] = useState(false);
  const wanted = search.trim().toLowerCase();
  const found = history.filter(({ query }) => query.toLowerCase().includes(wanted));
  return (
    <div className={classes.part}>
      {history.length > 0 && (
        <div className={classes.tools}>
          <SearchField label="Search the history" value={search} onChange={setSearch} />
          <Button size="xs" onClick={() => setAsking(true)}>
            Clear
          </Button>
        </div>
      )}
      {history.length === 0 && (
        <p className={classes.quiet}>
          Nothing was run yet. The last {KEPT_QUERIES} queries of this project are kept in this browser, and
          only here.
        </p>
      )}
      {history.length > 0 && found.length === 0 && (
        <p className={classes.quiet}>No query holds these words.</p>
      )}
      <ul className={classes.list} aria-label="Queries that were run">
        {found.map(({ query, variables, at, milliseconds, status, errors, as }) => (
          <li key={at}>
            <button type="button" className={classes.item} onClick={() => onOpen({ query, variables })}>
              <code className={classes.text}>{query.replace(/\s+/g, ' ').trim().slice(0, 200)}</code>
              <span className={classes.facts}>
                <TimeAgo date={new Date(at)} />
                <span>{as}</span>
                {milliseconds !== null && <span>{duration(milliseconds)}</span>}
                {status !== null && status !== 200 && <span className={classes.bad}>Status {status}</span>}
                {errors > 0 && (
                  <span className={classes.bad}>
                    {errors} {errors === 1 ? 'error' : 'errors'}
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          setHistory([]);
        }}
        title="Clear the history of this project?"
        confirmLabel="Clear history"
        danger
      >
        Saved queries stay. The list of what was run cannot be brought back.
      </ConfirmDialog>
    </div>
  );
}
