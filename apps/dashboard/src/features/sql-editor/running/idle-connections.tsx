import type { IdleConnection } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { orpc } from '../../../api/client.ts';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import { Tag } from '../../../ui/status/tag.tsx';
import { EndIdleDialog, type Ending } from './end-idle-dialog.tsx';
import { type IdleKind, kindsOf, originOf } from './idle-kinds.ts';
import classes from './running-queries.module.css';
import { RunningTime } from './running-time.tsx';

const REFRESH_EVERY = 4_000;
/** From here on the number is a warning, as it is for the whole project. */
const MANY = 0.8;

interface IdleConnectionsProps {
  projectRef: string;
  mayEnd: boolean;
}

/** How many connections the project's people have open, those that do nothing, and the ways to close them. */
export function IdleConnections({ projectRef, mayEnd }: IdleConnectionsProps) {
  const options = orpc.databaseQueries.connections.queryOptions({ input: { ref: projectRef } });
  const { data, error, refetch, dataUpdatedAt } = useQuery({ ...options, refetchInterval: REFRESH_EVERY });
  const queries = useQueryClient();
  const [ending, setEnding] = useState<Ending | null>(null);
  const kinds = kindsOf(data?.idle ?? []);
  const refresh = () =>
    Promise.all([
      refetch(),
      // The banner goes with them.
      queries.invalidateQueries({ queryKey: orpc.projects.get.key({ input: { ref: projectRef } }) }),
    ]);
  return (
    <section className={classes.idle} aria-label="Idle connections">
      <header className={classes.title}>
        <h3>Idle connections</h3>
        {data !== undefined && (
          <Tag
            tone={data.used >= data.limit * MANY ? 'warn' : 'plain'}
            title="Connections that applications and people have opened, of all that they can open. Basalt keeps others for its services."
          >
            {data.used} of {data.limit} connections in use
          </Tag>
        )}
      </header>
      {error !== null && (
        <ErrorState
          error={error}
          title="The connections could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the connections">
          <Skeleton height={44} />
        </div>
      )}
      {data?.idle.length === 0 && <p className={classes.dim}>No connection is idle.</p>}
      {kinds.length > 0 && (
        <ul className={classes.list} aria-label="Idle connections by client">
          {kinds.map((kind) => (
            <IdleKindItem
              key={kind.key}
              kind={kind}
              seenAt={dataUpdatedAt}
              mayEnd={mayEnd}
              onEnd={(one) => setEnding({ kind, one })}
            />
          ))}
        </ul>
      )}
      <EndIdleDialog
        projectRef={projectRef}
        ending={ending}
        onClose={() => setEnding(null)}
        onDone={refresh}
      />
    </section>
  );
}

interface IdleKindItemProps {
  kind: IdleKind;
  seenAt: number;
  mayEnd: boolean;
  /** Null: all of them. */
  onEnd: (one: IdleConnection | null) => void;
}

function IdleKindItem({ kind, seenAt, mayEnd, onEnd }: IdleKindItemProps) {
  const [isOpen, setOpen] = useState(false);
  const { connections, user, database } = kind;
  const [longest] = connections;
  const origin = originOf(kind);
  return (
    <li className={classes.query} aria-label={`Connections of ${user} from ${origin}`}>
      <div className={classes.kind}>
        <span>
          <span className={classes.user}>
            {connections.length} {connections.length === 1 ? 'connection' : 'connections'} of {user}
          </span>{' '}
          <span className={classes.dim}>
            {database !== 'postgres' && `in ${database} `}from {origin}, idle for up to
          </span>{' '}
          {longest !== undefined && <RunningTime milliseconds={longest.milliseconds} seenAt={seenAt} />}
        </span>
        <span className={classes.actions}>
          <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide them' : 'Show them'}
          </Button>
          {mayEnd && (
            <Button size="xs" variant="light" color="red" onClick={() => onEnd(null)}>
              Close all…
            </Button>
          )}
        </span>
      </div>
      {isOpen && (
        <ul className={classes.each}>
          {connections.map((one) => (
            <li
              key={`${one.pid}:${one.connected_at}`}
              className={classes.one}
              aria-label={`Connection ${one.pid}`}
            >
              <span className={classes.dim}>Connection {one.pid}, idle for</span>
              <RunningTime milliseconds={one.milliseconds} seenAt={seenAt} />
              <code className={classes.last} title={one.query}>
                {one.query === '' ? 'has run nothing yet' : one.query}
              </code>
              {mayEnd && (
                <Button size="xs" onClick={() => onEnd(one)}>
                  Close…
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
