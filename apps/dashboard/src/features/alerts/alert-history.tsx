import { type AlertEvent, type AlertNotice, type AlertRule, HISTORY_PAGE } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api, orpc } from '../../api/client.ts';
import { exactTime } from '../../lib/format/moment.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';
import { EmptyState } from '../../ui/pages/empty-state.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { StateLabel } from '../../ui/status/state-label.tsx';
import { TimeAgo } from '../../ui/status/time-ago.tsx';
import { useAlertSearch } from './alert-search.ts';
import { inUnits, lastedText } from './alert-words.ts';
import classes from './alerts.module.css';

const REFRESH_MS = 15_000;

/** What rules have fired, the newest first. */
export function useAlertEvents(ref: string, rule: string | undefined) {
  return useInfiniteQuery({
    queryKey: [...orpc.alerts.history.queryKey({ input: { ref, rule } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      api.alerts.history({ ref, rule, ...(pageParam !== null && { before: pageParam }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.has_more ? last.events.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(({ events }) => events),
    refetchInterval: REFRESH_MS,
  });
}

/** What has fired, of all rules or one of them, and whether somebody was told. */
export function AlertHistory({ projectRef, rules }: { projectRef: string; rules: readonly AlertRule[] }) {
  const [{ rule }, change] = useAlertSearch();
  const query = useAlertEvents(projectRef, rule);
  const { data, error } = query;
  return (
    <>
      <div className={classes.choice}>
        <ChoiceField
          label="Rule"
          value={rule ?? ''}
          options={[
            { value: '', label: 'All rules' },
            ...rules.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={(next) => change({ rule: next === '' ? undefined : next })}
        />
      </div>
      {data === undefined && error !== null && (
        <ErrorState
          error={error}
          title="The history could not be loaded"
          onRetry={() => void query.refetch()}
        />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the history">
          <Skeleton height={260} radius={10} />
        </div>
      )}
      {data?.length === 0 && (
        <EmptyState
          title="Nothing has fired"
          text="What rules fire is kept for 90 days, here and with its rule."
        />
      )}
      {data !== undefined && data.length > 0 && (
        <div className={classes.found}>
          <DataTable<AlertEvent>
            label="History of alerts"
            rows={data}
            rowKey={({ id }) => id}
            columns={[
              { key: 'rule', header: 'Rule', render: ({ rule: { name } }) => <bdi>{name}</bdi> },
              { key: 'state', header: 'State', width: 110, render: (event) => <EventState event={event} /> },
              {
                key: 'value',
                header: 'Value',
                width: 130,
                isMinor: true,
                align: 'right',
                render: ({ rule: { metric }, fired_value }) => inUnits(metric, fired_value),
              },
              {
                key: 'told',
                header: 'Told',
                isMinor: true,
                render: ({ notices }) => <Notices notices={notices} />,
              },
              {
                key: 'fired',
                header: 'Fired',
                width: 130,
                render: ({ fired_at }) => <TimeAgo date={fired_at} />,
              },
              {
                key: 'lasted',
                header: 'Lasted',
                width: 100,
                isMinor: true,
                align: 'right',
                render: (event) => lastedText(event, Date.now()),
              },
            ]}
          />
          {query.hasNextPage && (
            <div>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Show {HISTORY_PAGE} older
              </Button>
            </div>
          )}
        </div>
      )}
    </>
  );
}

const ENDS = { measured: 'Over', paused: 'Rule paused', changed: 'Rule changed' } as const;

export function EventState({ event: { resolved_at, resolution } }: { event: AlertEvent }) {
  if (resolved_at === null || resolution === null) return <StateLabel tone="danger" label="Firing" />;
  return (
    <StateLabel
      tone={resolution === 'measured' ? 'ok' : 'idle'}
      label={ENDS[resolution]}
      title={exactTime(resolved_at)}
    />
  );
}

const TOLD = { waiting: 'being told', sent: 'told', failed: 'not told' } as const;

/** Who was told of an event, and what went wrong with it. */
export function Notices({ notices }: { notices: readonly AlertNotice[] }) {
  return (
    <ul className={classes.list}>
      {notices.map(({ kind, target, state, problem }) => (
        <li key={`${kind} ${target}`} className={state === 'failed' ? undefined : classes.quiet}>
          {target}: {TOLD[state]} that it {kind === 'fired' ? 'fired' : 'is over'}
          {problem !== null && `. ${problem}`}
        </li>
      ))}
    </ul>
  );
}
