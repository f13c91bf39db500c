import { USAGE_FIGURES, type Usage, type UsageFigure } from '@basalt/contract';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFigure, ChartGrid, ChartTip, type Series } from '../../ui/charts/chart-figure.tsx';
import { FIGURES, tickDay, wholeDay } from './figures.ts';

interface Point extends Partial<Record<UsageFigure, number | null>> {
  /** Where the day begins. */
  time: number;
}

const SPAN = 86_400_000;
const compact = new Intl.NumberFormat('en', { notation: 'compact' });

/** Every figure day by day. Loaded on demand: it brings the drawing library. */
export function UsageCharts({ days }: Pick<Usage, 'days'>) {
  const points: Point[] = days.map(({ day, ...figures }) => ({ time: Date.parse(day), ...figures }));
  return (
    <ChartGrid>
      {USAGE_FIGURES.map((figure) => (
        <FigureChart key={figure} figure={figure} points={points} />
      ))}
    </ChartGrid>
  );
}

function FigureChart({ figure, points }: { figure: UsageFigure; points: Point[] }) {
  const { title, words } = FIGURES[figure];
  const series: Series<Point> = [{ value: figure, label: title, color: 'var(--info)' }];
  return (
    <ChartFigure title={title} series={[]} heading="h3">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={points}
          syncId="usage"
          margin={{ top: 6, right: 18, bottom: 0, left: 0 }}
          barCategoryGap={1}
          title={title}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="time"
            tickFormatter={tickDay}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            interval="equidistantPreserveStart"
            minTickGap={40}
            height={22}
          />
          <YAxis
            allowDecimals={false}
            width={64}
            tickLine={false}
            axisLine={false}
            tickFormatter={(value: number) =>
              figure.endsWith('_bytes') ? words(value) : compact.format(value)
            }
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--stone-8)', fill: 'var(--fill-hover)' }}
            content={({ active, payload }) => (
              <ChartTip
                series={series}
                words={words}
                span={SPAN}
                when={wholeDay}
                point={active ? (payload?.[0]?.payload as Point | undefined) : undefined}
              />
            )}
          />
          <Bar dataKey={figure} name={title} fill="var(--info)" maxBarSize={48} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </ChartFigure>
  );
}
