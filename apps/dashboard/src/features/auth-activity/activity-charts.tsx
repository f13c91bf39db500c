import { BarFigure } from '../../ui/charts/bar-figure.tsx';
import { ChartGrid } from '../../ui/charts/chart-figure.tsx';

interface ActivityPoint {
  /** When this part of the time begins, milliseconds since 1970. */
  time: number;
  signIns: number;
  signUps: number;
}

const CHARTS = [
  { title: 'Sign-ins over time', value: 'signIns', label: 'Sign-ins', color: 'var(--info)' },
  { title: 'Sign-ups over time', value: 'signUps', label: 'Sign-ups', color: 'var(--stone-9)' },
] as const;

const compact = new Intl.NumberFormat('en', { notation: 'compact' });
const count = (value: number) => value.toLocaleString('en');

/** Sign-ins and sign-ups over time. Loaded on demand: it brings the drawing library. @param span milliseconds */
export function ActivityCharts({ points, span }: { points: ActivityPoint[]; span: number }) {
  return (
    <ChartGrid>
      {CHARTS.map(({ title, ...series }) => (
        <BarFigure
          key={title}
          title={title}
          points={points}
          series={[series]}
          span={span}
          group="activity"
          words={count}
          axisWords={compact.format}
          heading="h2"
          hasLegend={false}
        />
      ))}
    </ChartGrid>
  );
}
