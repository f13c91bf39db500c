import type { ProjectEvent } from '@basalt/contract';
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { orpc } from '../../api/client.ts';
import { minuteTime } from '../../lib/format/moment.ts';
import { type Persisted, readPersisted, writePersisted } from '../../lib/persisted.ts';
import rows from '../../operations/progress/operation-row.module.css';
import { OperationRow } from '../../operations/progress/operation-row.tsx';
import { StateIcon } from '../../operations/progress/state-icon.tsx';
import { useOperations } from '../../operations/progress/use-operations.ts';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import classes from './time-line.module.css';
import { ENTRY_KINDS, type EntryKind, entriesOf, KIND_LABELS, newSince } from './time-line-entries.ts';

/** So many are shown before somebody asks for all. */
const SHORT = 10;
/** How often events are read again, in milliseconds. */
const LOOK_AGAIN = 60_000;

/** The newest of what somebody has been shown, in milliseconds, by the clock of the server. */
const LAST_SEEN: Persisted<number | null> = {
  topic: 'home-last-look',
  fallback: null,
  parse: (stored) => (typeof stored === 'number' && Number.isFinite(stored) ? stored : null),
};

/** What happened to a project, on one line of time: operations, deployments, alerts, backups. A running operation is followed. */
export function TimeLine({ projectRef }: { projectRef: string }) {
  const [kind, setKind] = useState<EntryKind | 'all'>('all');
  const [isLong, setLong] = useState(false);
  const operations = useOperations(projectRef);
  const events = useQuery({
    ...orpc.projectEvents.list.queryOptions({ input: { ref: projectRef } }),
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN,
  });
  const all = operations.data && events.data && entriesOf(operations.data, events.data);
  const lastSeen = useLastSeen(projectRef, all?.[0]?.at ?? null);
  const chosen = all?.filter((entry) => kind === 'all' || entry.kind === kind) ?? [];
  const shown = isLong ? chosen : chosen.slice(0, SHORT);
  const newOnes = newSince(shown, lastSeen);
  const kinds = ENTRY_KINDS.filter((each) => all?.some((entry) => entry.kind === each));
  const error = operations.error ?? events.error;
  return (
    <Section
      title="What happened"
      actions={
        kinds.length > 1 && (
          <NativeSelect
            aria-label="What to show"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as EntryKind | 'all')}
            data={[
              { value: 'all', label: 'Everything' },
              ...kinds.map((each) => ({ value: each, label: KIND_LABELS[each] })),
            ]}
          />
        )
      }
    >
      {all === undefined && error !== null && (
        <ErrorState
          error={error}
          title="What happened could not be loaded"
          onRetry={() => void Promise.all([operations.refetch(), events.refetch()])}
        />
      )}
      {all === undefined && error === null && <Skeleton height={38} lines={3} />}
      {all?.length === 0 && <p className={classes.empty}>Nothing has been done to this project yet.</p>}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label="What happened">
          {shown.map((entry, index) => (
            <Fragment key={entry.key}>
              {newOnes > 0 && index === newOnes && (
                <li className={classes.look}>
                  <span>New since you last looked</span>
                </li>
              )}
              {'operation' in entry ? (
                <OperationRow operation={entry.operation} />
              ) : (
                <EventRow projectRef={projectRef} event={entry.event} />
              )}
            </Fragment>
          ))}
        </ul>
      )}
      {chosen.length > shown.length && (
        <Button className={classes.more} variant="subtle" onClick={() => setLong(true)}>
          Show {chosen.length - shown.length} more
        </Button>
      )}
    </Section>
  );
}

/**
 * What was the newest on the visit before this one; null: there was none.
 * @param newest of what is shown now; null: nothing is
 */
function useLastSeen(ref: string, newest: number | null): number | null {
  const [lastSeen] = useState(() => readPersisted(LAST_SEEN, ref));
  useEffect(() => {
    // What is shown at first may be of an earlier visit.
    if (newest !== null && newest > (readPersisted(LAST_SEEN, ref) ?? 0))
      writePersisted(LAST_SEEN, newest, ref);
  }, [ref, newest]);
  return lastSeen;
}

function EventRow({ projectRef: ref, event }: { projectRef: string; event: ProjectEvent }) {
  const { title, hint, who = '' } = wordsOf(ref, event);
  return (
    <li className={`${rows.row} ${classes.event}`}>
      <StateIcon state={event.kind === 'alert' ? 'failed' : 'done'} />
      <span className={rows.what}>
        <span className={`${rows.title} ${classes.link}`}>{title}</span>
        <span className={`${rows.hint} ${classes.hint}`}>{hint}</span>
      </span>
      <span className={rows.who}>{who}</span>
      <span className={rows.when}>
        <TimeAgo date={event.at} />
      </span>
    </li>
  );
}

function wordsOf(ref: string, event: ProjectEvent): { title: ReactNode; hint: ReactNode; who?: string } {
  switch (event.kind) {
    case 'deployment':
      return {
        title: (
          <Link to="/project/$ref/functions/$slug/details" params={{ ref, slug: event.slug }}>
            Function deployed
          </Link>
        ),
        hint: `${event.name}, version ${event.version}`,
        who: event.deployed_by ?? 'Basalt',
      };
    case 'alert':
      return {
        title: (
          <Link to="/project/$ref/alerts" params={{ ref }}>
            Alert
          </Link>
        ),
        hint:
          event.resolved_at === null ? (
            `${event.name}, not over yet`
          ) : (
            <>
              {event.name}, over since {minuteTime(event.resolved_at)}
            </>
          ),
        who: 'Basalt',
      };
    case 'backup_verified':
      return {
        title: (
          <Link to="/project/$ref/database/backups/scheduled" params={{ ref }}>
            Backup verified
          </Link>
        ),
        hint: `Of ${minuteTime(event.backup_started_at)}`,
        who: 'Basalt',
      };
    case 'restore_point':
      return {
        title: (
          <Link to="/project/$ref/database/backups/pitr" params={{ ref }}>
            Restore point
          </Link>
        ),
        hint: event.name,
      };
  }
}
