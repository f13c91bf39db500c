import type { FunctionStats } from '@basalt/contract';
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { tickTime } from '../../../lib/format/chart-time.ts';
import { duration } from '../../../lib/format/duration.ts';
import { BarFigure } from '../../../ui/charts/bar-figure.tsx';
import { ChartFigure, ChartGrid, ChartTip } from '../../../ui/charts/chart-figure.tsx';
import { type CallsPoint, pointsOf } from './calls-points.ts';

/** What the bars stand for, from the axis up. */
const COUNTS = [
  { value: 'answered', label: 'Answered', color: 'var(--info)' },
  { value: 'refused', label: 'Refused (4xx)', color: 'var(--stone-9)' },
  { value: 'failed', label: 'Failed (5xx)', color: 'var(--danger)' },
] as const;
const TIMES = [
  { value: 'p95', label: '95 % took at most', color: 'var(--stone-9)' },
  { value: 'p50', label: 'Half took at most', color: 'var(--info)' },
] as const;

/** Calls of a function over time, and how long they took. Loaded on demand: it brings the drawing library. */
export function CallsCharts({ stats }: { stats: FunctionStats }) {
  const points = pointsOf(stats);
  const span = stats.bucket_seconds * 1_000 * points.length;
  return (
    <ChartGrid>
      <BarFigure
        title="Calls over time"
        points={points}
        series={COUNTS}
        span={span}
        group="calls"
        words={(value) => value.toLocaleString('en')}
      />
      <ChartFigure title="How long they took" series={TIMES}>
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={points}
            syncId="calls"
            margin={{ top: 6, right: 18, bottom: 0, left: 0 }}
            title="How long calls took"
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
            <YAxis tickFormatter={duration} width={56} tickLine={false} axisLine={false} />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: 'var(--stone-8)', fill: 'var(--fill-hover)' }}
              content={({ active, payload }) => (
                <ChartTip
                  series={TIMES}
                  words={duration}
                  span={span}
                  point={active ? (payload?.[0]?.payload as CallsPoint | undefined) : undefined}
                />
              )}
            />
            {TIMES.map(({ value, label, color }) => (
              <Line
                key={value}
                dataKey={value}
                name={label}
                type="linear"
                stroke={color}
                strokeWidth={1.5}
                isAnimationActive={false}
                // Where few calls came, a value has no neighbours and would be no line.
                dot={{ r: 2, strokeWidth: 0, fill: color }}
                activeDot={{ r: 3, strokeWidth: 0 }}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </ChartFigure>
    </ChartGrid>
  );
}
