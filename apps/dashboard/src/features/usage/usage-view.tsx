import { USAGE_FIGURES, type Usage } from '@basalt/contract';
import { lazy, Suspense } from 'react';
import { byteSize } from '../../lib/format/byte-size.ts';
import { DataTable, type DataTableColumn } from '../../ui/lists/data-table.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import { FIGURES, figureWords, wholeDay } from './figures.ts';
import classes from './usage.module.css';

const UsageCharts = lazy(async () => ({ default: (await import('./usage-charts.tsx')).UsageCharts }));

const SERVICES: Record<Usage['services'][number]['service'], string> = {
  rest: 'Data API',
  auth: 'Auth',
  storage: 'Storage',
  functions: 'Functions',
  realtime: 'Realtime',
  graphql: 'GraphQL',
  other: 'No service',
};

const SERVICE_COLUMNS: DataTableColumn<Usage['services'][number]>[] = [
  { key: 'service', header: 'Service', render: ({ service }) => SERVICES[service] },
  {
    key: 'requests',
    header: 'Requests',
    align: 'right',
    render: ({ requests }) => requests.toLocaleString('en'),
  },
  { key: 'egress', header: 'Egress', align: 'right', render: (row) => byteSize(row.egress_bytes) },
];

const DAY_COLUMNS: DataTableColumn<Usage['days'][number]>[] = [
  { key: 'day', header: 'Day (UTC)', render: ({ day }) => wholeDay(Date.parse(day)) },
  ...USAGE_FIGURES.map(
    (figure): DataTableColumn<Usage['days'][number]> => ({
      key: figure,
      header: FIGURES[figure].title,
      align: 'right',
      render: (row) => figureWords(figure, row[figure]),
    }),
  ),
];
const CHARTS = 4 * 230;

/** What was used: together, as charts, by service, and the figures of the charts as a table. */
export function UsageView({ usage }: { usage: Usage }) {
  const { days, total, services } = usage;
  return (
    <>
      <dl className={classes.totals}>
        {USAGE_FIGURES.map((figure) => (
          <div key={figure} className={classes.total}>
            <dt>{FIGURES[figure].total}</dt>
            <dd data-numeric>{figureWords(figure, total[figure])}</dd>
          </div>
        ))}
      </dl>
      <Section title="By day" description="Days end at midnight by UTC.">
        <Suspense fallback={<Skeleton height={CHARTS} />}>
          <UsageCharts days={days} />
        </Suspense>
      </Section>
      <Section
        title="By service"
        description="Requests and what was sent in answer to them, of all days together."
      >
        <DataTable
          label="Usage by service"
          columns={SERVICE_COLUMNS}
          rows={services.filter(({ service, requests }) => service !== 'other' || requests > 0)}
          rowKey={({ service }) => service}
        />
      </Section>
      <Section title="Figures" description="What the charts show, the newest day first.">
        <div className={classes.figures}>
          <DataTable
            label="Usage by day"
            columns={DAY_COLUMNS}
            rows={days.toReversed()}
            rowKey={({ day }) => day}
            isWide
          />
        </div>
      </Section>
    </>
  );
}
