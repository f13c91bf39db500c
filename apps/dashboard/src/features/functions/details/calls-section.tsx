import type { FunctionStats, FunctionStatsInterval } from '@basalt/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { orpc } from '../../../api/client.ts';
import { duration } from '../../../lib/format/duration.ts';
import { chosenKey } from '../../../lib/pages/chosen-key.ts';
import { ChoiceField } from '../../../ui/fields/choice-field.tsx';
import { FactList } from '../../../ui/lists/fact-list.tsx';
import { ErrorState } from '../../../ui/pages/error-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Skeleton } from '../../../ui/pages/skeleton.tsx';
import classes from './calls.module.css';
import details from './details.module.css';

const CallsCharts = lazy(async () => ({ default: (await import('./calls-charts.tsx')).CallsCharts }));

const PATH = '/project/$ref/functions/$slug/details';

const INTERVALS: Record<FunctionStatsInterval, string> = {
  '15min': 'Last 15 minutes',
  '1hr': 'Last hour',
  '3hr': 'Last 3 hours',
  '1day': 'Last day',
  '7day': 'Last 7 days',
};
/** Milliseconds between two looks at the figures. */
const REFRESH = 15_000;
const ROW = 30;
const CHARTS = 214;
const USUAL: FunctionStatsInterval = '1day';

/** How often a function was called, how often that went wrong, and how long it took. */
export function CallsSection({ projectRef: ref, slug }: { projectRef: string; slug: string }) {
  const { calls } = useSearch({ from: `/signed-in${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const interval = chosenKey(INTERVALS, calls, USUAL);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...orpc.functionLogs.stats.queryOptions({ input: { ref, function_slug: slug, interval } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  return (
    <Section
      title="Calls"
      actions={
        <ChoiceField
          label="Time of the calls"
          value={interval}
          options={Object.entries(INTERVALS).map(([value, label]) => ({ value, label }))}
          onChange={(next) =>
            void navigate({
              search: ({ calls: _, ...before }) => (next === USUAL ? before : { ...before, calls: next }),
              replace: true,
            })
          }
        />
      }
    >
      {data === undefined && error !== null && (
        <ErrorState error={error} title="The figures could not be loaded" onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <Skeleton height={5 * ROW + CHARTS} />}
      {data !== undefined && (
        <div className={classes.calls} data-stale={isPlaceholderData || undefined}>
          <Figures total={data.total} />
          {data.total.invocations === 0 ? (
            <p className={classes.nothing}>Nobody called it in this time.</p>
          ) : (
            <Suspense fallback={<Skeleton height={CHARTS} />}>
              <CallsCharts stats={data} />
            </Suspense>
          )}
        </div>
      )}
    </Section>
  );
}

function Figures({ total }: Pick<FunctionStats, 'total'>) {
  const { invocations, client_errors, server_errors, p50_ms, p95_ms } = total;
  const time = (milliseconds: number | null) => (milliseconds === null ? '–' : duration(milliseconds));
  const part = (count: number) =>
    count === 0 ? '0' : `${count.toLocaleString('en')} (${((100 * count) / invocations).toFixed(1)} %)`;
  return (
    <FactList
      facts={[
        { label: 'Calls', value: <span data-numeric>{invocations.toLocaleString('en')}</span> },
        { label: 'Refused (4xx)', value: <span data-numeric>{part(client_errors)}</span> },
        {
          label: 'Failed (5xx)',
          value: (
            <span data-numeric className={server_errors > 0 ? (details.failed ?? '') : ''}>
              {part(server_errors)}
            </span>
          ),
        },
        { label: 'Half took at most', value: time(p50_ms) },
        { label: '95 % took at most', value: time(p95_ms) },
      ]}
    />
  );
}
