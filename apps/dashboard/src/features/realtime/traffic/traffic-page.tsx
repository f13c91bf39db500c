import type { RealtimeStats, RealtimeStatsInterval } from '@basalt/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { orpc } from '../../../api/client.ts';
import { chosenKey } from '../../../lib/pages/chosen-key.ts';
import { FiguresPage } from '../../../ui/charts/figures-page.tsx';
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
const CHARTS = 214;

/** How many clients are connected to realtime of a project, and what they say and hear. */
export function TrafficPage({ projectRef: ref }: { projectRef: string }) {
  const search = useSearch({ from: `/signed-in${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const interval = chosenKey(INTERVALS, search.interval, USUAL);
  const found = useQuery({
    ...orpc.realtimeTraffic.stats.queryOptions({ input: { ref, interval } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  return (
    <FiguresPage
      title="Realtime traffic"
      description="Connections and messages of this project’s clients. They are counted every ten seconds and kept for a week."
      intervals={INTERVALS}
      interval={interval}
      onInterval={(next) =>
        void navigate({ search: next === USUAL ? {} : { interval: next }, replace: true })
      }
      found={found}
      totalsOf={totalsOf}
      height={CHARTS}
    >
      {(data) => (
        <TrafficCharts points={pointsOf(data)} span={data.bucket_seconds * 1_000 * data.buckets.length} />
      )}
    </FiguresPage>
  );
}

function totalsOf(data: RealtimeStats) {
  const { connections, received, sent } = totalOf(data);
  return [
    ['Peak connections', connections],
    ['Messages from clients', received],
    ['Messages to clients', sent],
  ] as const;
}
