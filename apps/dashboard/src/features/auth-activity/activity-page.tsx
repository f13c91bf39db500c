import type { AuthActivity, AuthActivityInterval } from '@basalt/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy } from 'react';
import { orpc } from '../../api/client.ts';
import { chosenKey } from '../../lib/pages/chosen-key.ts';
import { FiguresPage } from '../../ui/charts/figures-page.tsx';
import { DataTable } from '../../ui/lists/data-table.tsx';

const ActivityCharts = lazy(async () => ({
  default: (await import('./activity-charts.tsx')).ActivityCharts,
}));

const PATH = '/project/$ref/auth/activity';
const INTERVALS: Record<AuthActivityInterval, string> = {
  '1day': 'Last day, by hour',
  '7day': 'Last 7 days, by day',
  '30day': 'Last 30 days, by day',
};
const USUAL: AuthActivityInterval = '1day';
/** Milliseconds between two looks at the figures. */
const REFRESH = 60_000;
const CHARTS = 214;

/** How many people signed up and in, and with what. */
export function ActivityPage({ projectRef: ref }: { projectRef: string }) {
  const search = useSearch({ from: `/signed-in${PATH}` });
  const navigate = useNavigate({ from: PATH });
  const interval = chosenKey(INTERVALS, search.interval, USUAL);
  const found = useQuery({
    ...orpc.authActivity.get.queryOptions({ input: { ref, interval } }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH,
  });
  return (
    <FiguresPage
      title="Sign-in activity"
      description="How many people signed up and in, counted from the audit log of authentication. Refreshed tokens do not count as sign-ins."
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
        <>
          <ActivityCharts
            points={data.buckets.map(({ at, sign_ins, sign_ups }) => ({
              time: Date.parse(at),
              signIns: sign_ins,
              signUps: sign_ups,
            }))}
            span={data.bucket_seconds * 1_000 * data.buckets.length}
          />
          {data.methods.length > 0 && <Methods methods={data.methods} />}
        </>
      )}
    </FiguresPage>
  );
}

function totalsOf({ buckets }: AuthActivity) {
  const sum = (of: (bucket: AuthActivity['buckets'][number]) => number) =>
    buckets.reduce((total, bucket) => total + of(bucket), 0);
  return [
    ['Sign-ins', sum(({ sign_ins }) => sign_ins)],
    ['Sign-ups', sum(({ sign_ups }) => sign_ups)],
  ] as const;
}

function Methods({ methods }: Pick<AuthActivity, 'methods'>) {
  const count = (value: number) => <span data-numeric>{value.toLocaleString('en')}</span>;
  return (
    <DataTable
      label="Sign-ins by method"
      rows={methods}
      rowKey={({ method }) => method}
      columns={[
        {
          key: 'method',
          header: 'Method',
          render: ({ method }) => <bdi>{method === '' ? 'Not recorded' : method}</bdi>,
        },
        {
          key: 'count',
          header: 'Sign-ins',
          width: 120,
          align: 'right',
          render: ({ sign_ins }) => count(sign_ins),
        },
      ]}
    />
  );
}
