import { USAGE_FIGURES, type Usage, type UsageFigure } from '@basalt/contract';
import { BarFigure } from '../../ui/charts/bar-figure.tsx';
import { ChartGrid } from '../../ui/charts/chart-figure.tsx';
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
  return (
    <BarFigure
      title={title}
      points={points}
      series={[{ value: figure, label: title, color: 'var(--info)' }]}
      hasLegend={false}
      span={SPAN}
      group="usage"
      words={words}
      axisWords={figure.endsWith('_bytes') ? words : compact.format}
      axisWidth={64}
      tick={tickDay}
      when={wholeDay}
    />
  );
}
