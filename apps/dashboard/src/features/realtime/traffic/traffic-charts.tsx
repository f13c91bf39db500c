import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { tickTime } from '../../../lib/format/chart-time.ts';
import { ChartFigure, ChartGrid, ChartTip, type Series } from '../../../ui/charts/chart-figure.tsx';
import type { TrafficPoint } from './traffic-points.ts';

const CHARTS: { title: string; series: Series<TrafficPoint> }[] = [
  {
    title: 'Connections',
    series: [{ value: 'connections', label: 'At once, at most', color: 'var(--info)' }],
  },
  {
    title: 'Messages',
    series: [
      { value: 'sent', label: 'To clients', color: 'var(--info)' },
      { value: 'received', label: 'From clients', color: 'var(--stone-9)' },
    ],
  },
];

const compact = new Intl.NumberFormat('en', { notation: 'compact' });
const count = (value: number) => value.toLocaleString('en');

/** Connections and messages over time. Loaded on demand: it brings the drawing library. @param span milliseconds */
export function TrafficCharts({ points, span }: { points: TrafficPoint[]; span: number }) {
  return (
    <ChartGrid>
      {CHARTS.map(({ title, series }) => (
        <ChartFigure key={title} title={title} series={series} heading="h2">
          <ResponsiveContainer width="100%" height="100%">
            <BarChart
              data={points}
              syncId="traffic"
              margin={{ top: 6, right: 18, bottom: 0, left: 0 }}
              barCategoryGap={1}
              title={title}
            >
              <CartesianGrid vertical={false} stroke="var(--line)" />
              <XAxis
                dataKey="time"
                tickFormatter={(time: number) => tickTime(time, span)}
                tickLine={false}
                axisLine={{ stroke: 'var(--line-strong)' }}
                interval="equidistantPreserveStart"
                minTickGap={40}
                height={22}
              />
              <YAxis
                allowDecimals={false}
                width={48}
                tickLine={false}
                axisLine={false}
                tickFormatter={(value: number) => compact.format(value)}
              />
              <Tooltip
                isAnimationActive={false}
                cursor={{ stroke: 'var(--stone-8)', fill: 'var(--fill-hover)' }}
                content={({ active, payload }) => (
                  <ChartTip
                    series={series}
                    words={count}
                    span={span}
                    point={active ? (payload?.[0]?.payload as TrafficPoint | undefined) : undefined}
                  />
                )}
              />
              {series.map(({ value, label, color }) => (
                <Bar
                  key={value}
                  dataKey={value}
                  name={label}
                  stackId="all"
                  fill={color}
                  maxBarSize={48}
                  isAnimationActive={false}
                />
              ))}
            </BarChart>
          </ResponsiveContainer>
        </ChartFigure>
      ))}
    </ChartGrid>
  );
}
