import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { zoneName } from '../../lib/format/moment.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { entryKeys } from './log-labels.ts';
import classes from './request-list.module.css';
import { RequestRow } from './request-row.tsx';
import type { useRequests } from './use-request-log.ts';

interface RequestListProps {
  requests: ReturnType<typeof useRequests>;
  /** Stops following the newest ones, because the person reads older ones. */
  onReadOn: () => void;
  /** Shown when there is nothing. */
  empty: React.ReactNode;
}

/** Pages that find little are answered early; this many entries make one worth showing. */
const ENOUGH = 50;
const ROW = 33;

/** The requests, newest first. */
export function RequestList({ requests, onReadOn, empty }: RequestListProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData } =
    requests;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const isShort = hasNextPage && !isFetchingNextPage && error === null && entries.length < ENOUGH;
  const readOn = useEffectEvent(() => void fetchNextPage());
  // A filter that matches little must not look as if it matched nothing.
  useEffect(() => {
    if (isShort) readOn();
  }, [isShort]);

  if (data === undefined && error !== null) {
    return <ErrorState error={error} title="The log could not be loaded" onRetry={() => void refetch()} />;
  }
  if (data === undefined || (entries.length === 0 && hasNextPage)) {
    return (
      <div role="status" aria-label="Loading requests">
        <Skeleton height={10 * ROW} radius={10} />
      </div>
    );
  }
  if (entries.length === 0) return empty;
  const keys = entryKeys(entries);
  const zone = zoneName(entries[0]?.at ?? Date.now());
  return (
    <>
      <div className={classes.list} data-stale={isPlaceholderData || undefined}>
        <div className={classes.head} aria-hidden="true">
          <span title={`Your zone: ${zone}`}>Time ({zone})</span>
          <span>Method</span>
          <span>Status</span>
          <span>Path</span>
          <span className={classes.role}>Role</span>
          <span className={classes.duration}>Took</span>
        </div>
        <ul aria-label="Requests">
          {entries.map((entry, position) => (
            <RequestRow key={keys[position]} entry={entry} />
          ))}
        </ul>
      </div>
      <div className={classes.foot}>
        {hasNextPage ? (
          <Button
            loading={isFetchingNextPage}
            onClick={() => {
              onReadOn();
              void fetchNextPage();
            }}
          >
            Load more
          </Button>
        ) : (
          <p className={classes.end}>There are no more requests in this time range.</p>
        )}
      </div>
    </>
  );
}
