import type { Project, ResourceUsage } from '@basalt/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { api, orpc } from '../../api/client.ts';
import { ChoiceField } from '../../ui/fields/choice-field.tsx';
import { ErrorState } from '../../ui/pages/error-state.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { summaryOf } from './chart-numbers.ts';
import type { Metric } from './metrics.ts';
import classes from './usage-charts.module.css';
import { spanOf, USAGE_RANGES, type UsageRange } from './usage-ranges.ts';

const UsageChart = lazy(() => import('./usage-chart.tsx').then((module) => ({ default: module.UsageChart })));

interface UsageChartsProps {
  project: Project;
  title: string;
  metrics: readonly Metric[];
  range: UsageRange;
  onRange: (range: UsageRange) => void;
}

/** Figures of a project in the last hours, one chart for each of them. */
export function UsageCharts({ project, title, metrics, range, onRange }: UsageChartsProps) {
  const usage = useUsage(project.ref, range);
  const { data, error, refetch } = usage;
  const hash = useLocation({ select: (location) => location.hash });
  const isReady = data !== undefined;
  useEffect(() => {
    if (isReady && hash !== '') document.getElementById(hash)?.scrollIntoView({ block: 'start' });
  }, [isReady, hash]);
  return (
    <section aria-labelledby="usage" className={classes.part}>
      <header className={classes.head}>
        <div>
          <h2 id="usage" className={classes.title}>
            {title}
          </h2>
          <p className={classes.text}>Averages of a minute or more each.</p>
        </div>
        <ChoiceField
          label="Time"
          value={range}
          options={USAGE_RANGES}
          onChange={(value) => onRange(value as UsageRange)}
        />
      </header>
      {data === undefined && error !== null ? (
        <ErrorState error={error} title="The usage could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <div className={classes.charts} data-stale={usage.isPlaceholderData || undefined}>
          {metrics.map((metric) => (
            <MetricPart
              key={metric.id}
              metric={metric}
              usage={data}
              isTarget={hash === metric.id}
              isPaused={project.status === 'INACTIVE'}
            />
          ))}
        </div>
      )}
    </section>
  );
}

interface MetricPartProps {
  metric: Metric;
  usage: ReturnType<typeof useUsage>['data'];
  isTarget: boolean;
  isPaused: boolean;
}

function MetricPart({ metric, usage, isTarget, isPaused }: MetricPartProps) {
  const summary = usage === undefined ? null : summaryOf(metric, usage.samples, usage.span);
  const nothing = isPaused
    ? 'Nothing was measured: the project is paused.'
    : 'Nothing was measured in this time. The first values come within two minutes.';
  return (
    <figure id={metric.id} className={classes.chart} data-target={isTarget || undefined}>
      <figcaption>
        <div className={classes.top}>
          <h3 className={classes.name}>{metric.title}</h3>
          {metric.lines.length > 1 && (
            <ul className={classes.legend} aria-hidden="true">
              {metric.lines.map(({ value, label }) => (
                <li key={value}>{label}</li>
              ))}
            </ul>
          )}
        </div>
        <p className={classes.text}>
          {usage === undefined ? <Skeleton width={180} height={20} /> : metric.description(usage.limits)}
        </p>
        <p className={classes.summary}>
          {usage === undefined ? <Skeleton width={220} height={20} /> : summary}
        </p>
      </figcaption>
      <div className={classes.plot}>
        {usage !== undefined && summary === null && <p className={classes.nothing}>{nothing}</p>}
        {usage !== undefined && summary !== null && (
          <Suspense fallback={<Skeleton height={160} radius={6} />}>
            <UsageChart metric={metric} usage={usage} summary={summary} />
          </Suspense>
        )}
        {usage === undefined && <Skeleton height={160} radius={6} />}
      </div>
    </figure>
  );
}

/** Samples are a minute apart. */
const REFRESH = 60_000;
const POINTS = 180;

/** What a project used of the machine up to now, followed while it is looked at. */
function useUsage(ref: string, range: UsageRange) {
  return useQuery({
    // Not the moments that are asked for: the same question has another answer a minute later.
    queryKey: [...orpc.resources.usage.key({ input: { ref } }), range],
    queryFn: async ({ signal }): Promise<ResourceUsage & { span: number }> => {
      const to = Date.now();
      const span = spanOf(range);
      const moments = { from: new Date(to - span).toISOString(), to: new Date(to).toISOString() };
      return { ...(await api.resources.usage({ ref, ...moments, points: POINTS }, { signal })), span };
    },
    refetchInterval: REFRESH,
    placeholderData: keepPreviousData,
  });
}
