import type { ResourceSample, ResourceUsage } from '@basalt/contract';
import {
  Area,
  AreaChart,
  CartesianGrid,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { pointTime, tickTime } from '../../lib/format/chart-time.ts';
import chart from '../../ui/charts/chart.module.css';
import { chartScale } from './chart-numbers.ts';
import type { Metric, MetricLine } from './metrics.ts';
import classes from './usage-chart.module.css';

interface UsageChartProps {
  metric: Metric;
  usage: ResourceUsage & { span: number };
  /** The same in words, for those who do not see it. */
  summary: string;
}

const COLORS = ['var(--info)', 'var(--stone-9)'] as const;

/** One thing that a project uses, over time: its values, gaps where nothing was measured, and its limit. */
export function UsageChart({ metric, usage, summary }: UsageChartProps) {
  const { samples, limits, span } = usage;
  const limit = metric.limit(limits);
  const { top, ticks } = chartScale(metric, samples, limit);
  const points = samples.map((sample) => ({ ...sample, time: Date.parse(sample.at) }));
  const from = points[0]?.time ?? 0;
  const to = points.at(-1)?.time ?? 0;
  return (
    <div className={`${classes.chart} ${chart.plot}`}>
      <ResponsiveContainer width="100%" height="100%">
        <AreaChart
          data={points}
          syncId="usage"
          margin={{ top: 6, right: 18, bottom: 0, left: 0 }}
          title={`${metric.title}: ${summary}`}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="time"
            type="number"
            domain={[from, to]}
            ticks={[0, 1, 2, 3].map((part) => from + ((to - from) * part) / 3)}
            tickFormatter={(time: number) => tickTime(time, span)}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            interval="preserveStartEnd"
            height={22}
          />
          <YAxis
            domain={[0, top]}
            ticks={[...ticks]}
            tickFormatter={metric.words}
            width={68}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--stone-8)' }}
            content={({ active, payload }) => (
              <ChartTooltip metric={metric} span={span} point={active ? payload?.[0]?.payload : undefined} />
            )}
          />
          {limit !== null && limit <= top && (
            <ReferenceLine y={limit} stroke="var(--danger)" strokeDasharray="4 3" strokeOpacity={0.75} />
          )}
          {metric.lines.map(({ value, label }, at) => (
            <Area
              key={value}
              dataKey={value}
              name={label}
              type="linear"
              stroke={COLORS[at] ?? COLORS[0]}
              strokeWidth={1.5}
              fill={COLORS[at] ?? COLORS[0]}
              fillOpacity={at === 0 ? 0.14 : 0}
              isAnimationActive={false}
              dot={({ index, cx, cy }) => (
                <LonePoint
                  key={index}
                  samples={samples}
                  value={value}
                  index={index ?? 0}
                  x={cx}
                  y={cy}
                  color={COLORS[at] ?? COLORS[0]}
                />
              )}
              activeDot={{ r: 3, strokeWidth: 0 }}
            />
          ))}
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}

interface ChartTooltipProps {
  metric: Pick<Metric, 'lines' | 'words'>;
  span: number;
  point: ResourceSample | undefined;
}

/** What was measured at the moment under the pointer. */
function ChartTooltip({ metric: { lines, words }, span, point }: ChartTooltipProps) {
  if (point === undefined) return null;
  return (
    <div className={chart.tip}>
      <p className={chart.time}>{pointTime(Date.parse(point.at), span)}</p>
      {lines.map(({ value, label }) => {
        const measured = point[value];
        return (
          <p key={value}>
            {lines.length > 1 && `${label}: `}
            {measured === null ? 'not measured' : words(measured)}
          </p>
        );
      })}
    </div>
  );
}

interface LonePointProps {
  samples: readonly ResourceSample[];
  value: MetricLine['value'];
  index: number;
  x: number | undefined;
  y: number | undefined;
  color: string;
}

/** A value between two gaps is no line and would not be seen: it is drawn as a point. */
function LonePoint({ samples, value, index, x, y, color }: LonePointProps) {
  const at = (offset: number) => samples[index + offset]?.[value] ?? null;
  const isAlone = at(0) !== null && at(-1) === null && at(1) === null;
  return isAlone ? <circle cx={x} cy={y} r={2} fill={color} /> : <g />;
}
