import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import classes from './request-list.module.css';

interface LogPagesProps<Entry> {
  query: {
    data: unknown;
    error: unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch(): Promise<unknown>;
    fetchNextPage(): Promise<unknown>;
  };
  /** Of all pages that are there, newest first. */
  entries: readonly Entry[];
  /** What they are, in the plural. */
  things: string;
  /** Stops following the newest ones, because the person reads older ones. */
  onReadOn: () => void;
  /** Shown when there is nothing. */
  empty: ReactNode;
  children: (entries: readonly Entry[]) => ReactNode;
}

/** Pages that find little are answered early; this many entries make one worth showing. */
const ENOUGH = 50;
const ROW = 33;

/** The entries of a log with what stands in for them while there are none, and the way to older ones. */
export function LogPages<Entry>({ query, entries, things, onReadOn, empty, children }: LogPagesProps<Entry>) {
  const { data, error, hasNextPage, isFetchingNextPage } = query;
  const isShort = hasNextPage && !isFetchingNextPage && error === null && entries.length < ENOUGH;
  const readOn = useEffectEvent(() => void query.fetchNextPage());
  // A filter that matches little must not look as if it matched nothing.
  useEffect(() => {
    if (isShort) readOn();
  }, [isShort]);

  if (data === undefined && error !== null) {
    return (
      <ErrorState error={error} title="The log could not be loaded" onRetry={() => void query.refetch()} />
    );
  }
  if (data === undefined || (entries.length === 0 && hasNextPage)) {
    return (
      <div role="status" aria-label={`Loading ${things}`}>
        <Skeleton height={10 * ROW} radius={10} />
      </div>
    );
  }
  if (entries.length === 0) return empty;
  return (
    <>
      {children(entries)}
      <div className={classes.foot}>
        {hasNextPage ? (
          <Button
            loading={isFetchingNextPage}
            onClick={() => {
              onReadOn();
              void query.fetchNextPage();
            }}
          >
            Load more
          </Button>
        ) : (
          <p className={classes.end}>There are no more {things} in this time range.</p>
        )}
      </div>
    </>
  );
}
