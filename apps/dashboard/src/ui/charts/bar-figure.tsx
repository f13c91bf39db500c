import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { tickTime } from '../../lib/format/chart-time.ts';
import { ChartFigure, ChartTip, type Series } from './chart-figure.tsx';

interface BarFigureProps<Point> {
  title: string;
  points: Point[];
  /** From the axis up. */
  series: Series<Point>;
  /** Milliseconds that the chart shows. */
  span: number;
  /** Charts of the same group have their pointer at the same place. */
  group: string;
  /** A value in the tip. */
  words: (value: number) => string;
  /** A value beside the axis, where it has less room. */
  axisWords?: ((value: number) => string) | undefined;
  axisWidth?: number;
  /** What stands under the chart, and what names a point in the tip: moments, unless said otherwise. */
  tick?: (time: number) => string;
  when?: (time: number) => string;
  heading?: 'h2' | 'h3';
  /** What the colors stand for; left out where the title says it. */
  hasLegend?: boolean;
}

/** Values over time as bars that stand on each other. Loaded on demand: it brings the drawing library. */
export function BarFigure<Point extends { time: number }>({
  title,
  points,
  series,
  span,
  group,
  words,
  axisWords,
  axisWidth = 48,
  tick = (time) => tickTime(time, span),
  when,
  heading = 'h3',
  hasLegend = true,
}: BarFigureProps<Point>) {
  return (
    <ChartFigure title={title} series={hasLegend ? series : []} heading={heading}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={points}
          syncId={group}
          margin={{ top: 6, right: 18, bottom: 0, left: 0 }}
          barCategoryGap={1}
          title={title}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="time"
            tickFormatter={tick}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            interval="equidistantPreserveStart"
            minTickGap={40}
            height={22}
          />
          <YAxis
            allowDecimals={false}
            width={axisWidth}
            tickLine={false}
            axisLine={false}
            {...(axisWords === undefined ? {} : { tickFormatter: axisWords })}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--stone-8)', fill: 'var(--fill-hover)' }}
            content={({ active, payload }) => (
              <ChartTip
                series={series}
                words={words}
                span={span}
                point={active ? (payload?.[0]?.payload as Point | undefined) : undefined}
                {...(when === undefined ? {} : { when })}
              />
            )}
          />
          {series.map(({ value, label, color }) => (
            <Bar
              key={String(value)}
              dataKey={value as string}
              name={label}
              // What stands on nothing else is no stack: there, a value that is null would count as zero.
              {...(series.length > 1 ? { stackId: 'all' } : {})}
              fill={color}
              maxBarSize={48}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </ChartFigure>
  );
}
