import type { RealtimeStatsInterval } from '@basalt/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { orpc } from '../../../api/client.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Page } from '../../../ui/pages/page.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './traffic.module.css';
import { pointsOf, totalOf } from './traffic-points.ts';

const TrafficCharts = lazy(async () => ({
  default: (await import('./traffic-charts.tsx')).TrafficCharts,
}));

const PATH = '/project/$ref/realtime/traffic';
const INTERVALS: Record<RealtimeStatsInterval, string> = {
  '1hr': 'Last hour, by minute',
  '1day': 'Last day, by hour',
  '7day': 'Last 7 days, by day',
};
const USUAL: RealtimeStatsInterval = '1hr';
/** Milliseconds between two looks at the figures. */
const REFRESH = 15_000;
const FACTS = 3 * 30;
const CHARTS = 214;

/** How many clients are connected to realtime of a project, and what they say and hear. */
export function TrafficPage({ projectRef: ref }: { projectRef: string }) {
  const search = useSearch({ from: `/signed-in${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const interval = isInterval(search.interval) ? search.interval : USUAL;
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...orpc.realtimeTraffic.stats.queryOptions({ input: { ref, interval } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  return (
    <Page
      title="Realtime traffic"
      description="Connections and messages of this project’s clients. They are counted every ten seconds and kept for a week."
      actions={
        <ChoiceField
          label="Time"
          value={interval}
          options={Object.entries(INTERVALS).map(([value, label]) => ({ value, label }))}
          onChange={(next) =>
            void navigate({ search: next === USUAL ? {} : { interval: next }, replace: true })
          }
        />
      }
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The figures could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && (
        <div role="status" aria-label="Loading the figures">
          <Skeleton height={FACTS + CHARTS} />
        </div>
      )}
      {data !== undefined && (
        <div className={classes.traffic} data-stale={isPlaceholderData || undefined}>
          <Totals {...totalOf(data)} />
          <Suspense fallback={<Skeleton height={CHARTS} />}>
            <TrafficCharts points={pointsOf(data)} span={data.bucket_seconds * 1_000 * data.buckets.length} />
          </Suspense>
        </div>
      )}
    </Page>
  );
}

function isInterval(value: string | undefined): value is RealtimeStatsInterval {
  return value !== undefined && Object.hasOwn(INTERVALS, value);
}

function Totals({ connections, received, sent }: ReturnType<typeof totalOf>) {
  const facts = [
    ['Peak connections', connections],
    ['Messages from clients', received],
    ['Messages to clients', sent],
  ] as const;
  return (
    <FactList
      facts={facts.map(([label, value]) => ({
        label,
        value: <span data-numeric>{value.toLocaleString('en')}</span>,
      }))}
    />
  );
}
