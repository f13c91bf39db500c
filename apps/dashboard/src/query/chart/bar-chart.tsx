import {
  Bar,
  CartesianGrid,
  LabelList,
  BarChart as Plot,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { axisNumber } from './chart-labels.ts';
import type { Point } from './chart-points.ts';
import classes from './result-chart.module.css';

interface BarChartProps {
  points: readonly Point[];
  /** Of the values. */
  name: string;
  showLabels: boolean;
  showGrid: boolean;
}

const TICK_GAP = 32;
const TICK = { fill: 'var(--text-faint)', fontSize: 11 };
const LONGEST_LABEL = 18;

/** Draws bars. Loaded on demand: it brings the drawing library. */
export function BarChart({ points, name, showLabels, showGrid }: BarChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <Plot
        data={[...points]}
        accessibilityLayer={false}
        margin={{ top: showLabels ? 18 : 6, right: 4, bottom: 0, left: 0 }}
      >
        <CartesianGrid stroke="var(--line)" vertical={showGrid} />
        <XAxis
          dataKey="label"
          minTickGap={TICK_GAP}
          tick={TICK}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
          tickFormatter={shortLabel}
          allowDuplicatedCategory
        />
        <YAxis tick={TICK} tickLine={false} axisLine={false} width={48} tickFormatter={axisNumber} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--fill-hover)' }}
          content={({ active, payload }) => {
            const point = payload?.[0]?.payload as Point | undefined;
            if (!active || point === undefined) return null;
            return (
              <div className={classes.tip}>
                <span>{point.label}</span>
                {name}: {point.value.toLocaleString('en-US', { maximumFractionDigits: 6 })}
              </div>
            );
          }}
        />
        <Bar
          dataKey="value"
          name={name}
          fill="var(--info)"
          isAnimationActive={false}
          maxBarSize={64}
          radius={[2, 2, 0, 0]}
        >
          {showLabels && (
            <LabelList
              dataKey="value"
              position="top"
              fill="var(--text-dim)"
              fontSize={11}
              formatter={(value: unknown) => axisNumber(Number(value))}
            />
          )}
        </Bar>
      </Plot>
    </ResponsiveContainer>
  );
}

function shortLabel(label: unknown): string {
  const text = String(label);
  return text.length > LONGEST_LABEL ? `${text.slice(0, LONGEST_LABEL - 1)}…` : text;
}
