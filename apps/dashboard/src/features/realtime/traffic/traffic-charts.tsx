import { BarFigure } from '../../../ui/charts/bar-figure.tsx';
import { ChartGrid, type Series } from '../../../ui/charts/chart-figure.tsx';
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
        <BarFigure
          key={title}
          title={title}
          points={points}
          series={series}
          span={span}
          group="traffic"
          words={count}
          axisWords={compact.format}
          heading="h2"
        />
      ))}
    </ChartGrid>
  );
}
