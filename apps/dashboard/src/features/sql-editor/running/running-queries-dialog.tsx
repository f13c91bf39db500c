import '../../../theme/dialog.ts';
import type { RunningQuery } from '@basalt/contract';
import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { IdleConnections } from './idle-connections.tsx';
import classes from './running-queries.module.css';
import { RunningQueryItem } from './running-query-item.tsx';
import { TerminateDialog } from './terminate-dialog.tsx';

const REFRESH_EVERY = 2_000;

interface RunningQueriesDialogProps {
  projectRef: string;
  /** Whether they may be stopped, too. */
  mayEnd: boolean;
  onClose: () => void;
}

/** What the database is working on now, the connections that do nothing, and the ways to stop and close them. */
export function RunningQueriesDialog({ projectRef, mayEnd, onClose }: RunningQueriesDialogProps) {
  const options = orpc.databaseQueries.running.queryOptions({ input: { ref: projectRef } });
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...options, refetchInterval: REFRESH_EVERY });
  const [ending, setEnding] = useState<RunningQuery | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title="Running queries"
      size={820}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.frame}>
        {error !== null && (
          <ErrorState
            error={error}
            title="The running queries could not be loaded"
            onRetry={() => void refetch()}
          />
        )}
        {data === undefined && error === null && <Loading />}
        {data?.length === 0 && (
          <p className={classes.none}>
            No queries are running. What starts from now on appears here by itself.
          </p>
        )}
        {data !== undefined && data.length > 0 && (
          <ul className={classes.list} aria-label="Running queries">
            {data.map((query) => (
              <RunningQueryItem
                key={`${query.pid}:${query.connected_at}`}
                projectRef={projectRef}
                query={query}
                seenAt={dataUpdatedAt}
                mayEnd={mayEnd}
                onTerminate={() => setEnding(query)}
                onChanged={() => void refetch()}
              />
            ))}
          </ul>
        )}
        <IdleConnections projectRef={projectRef} mayEnd={mayEnd} />
      </div>
      <TerminateDialog
        projectRef={projectRef}
        query={ending}
        onClose={() => setEnding(null)}
        onDone={() => void refetch()}
      />
    </Modal>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading the running queries" className={classes.list}>
      <Skeleton height={96} />
      <Skeleton height={96} />
    </div>
  );
}
