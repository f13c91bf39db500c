import type { ChartConfig } from '@basalt/contract';
import { lazy, Suspense, useMemo } from 'react';
import { Skeleton } from '../../ui/pages/skeleton.tsx';
import type { Field, Row } from '../run/run-output.ts';
import { chartAxes } from './axes.ts';
import { chartNote, chartSentence } from './chart-labels.ts';
import { chartPoints } from './chart-points.ts';
import classes from './result-chart.module.css';

interface ResultChartProps {
  fields: readonly Field[];
  rows: readonly Row[];
  config: ChartConfig;
}

const BarChart = lazy(async () => ({ default: (await import('./bar-chart.tsx')).BarChart }));

/** A result as bars. Fills the box it is in; the library that draws comes when there is something to draw. */
export function ResultChart({ fields, rows, config }: ResultChartProps) {
  const { xKey, yKey, cumulative } = config;
  const axes = useMemo(() => chartAxes({ xKey, yKey }, fields, rows), [xKey, yKey, fields, rows]);
  const chart = useMemo(
    () => (axes === null ? null : chartPoints(fields, rows, axes, cumulative)),
    [axes, fields, rows, cumulative],
  );
  if (axes === null || chart === null)
    return <p className={classes.text}>Choose the columns for the X and Y axes</p>;
  const x = fields[axes.x]?.name ?? '';
  const y = fields[axes.y]?.name ?? '';
  if (chart.points.length === 0)
    return (
      <p className={classes.text}>
        {rows.length === 0 ? 'No results returned from query' : `The column ${y} holds no numbers to draw.`}
      </p>
    );
  const note = chartNote(chart);
  return (
    <figure className={classes.figure}>
      <div role="img" aria-label={chartSentence(x, y, chart, cumulative)} className={classes.chart}>
        <Suspense fallback={<Skeleton height="100%" />}>
          <BarChart
            points={chart.points}
            name={y}
            showLabels={config.showLabels}
            showGrid={config.showGrid}
          />
        </Suspense>
      </div>
      {note !== null && <figcaption className={classes.note}>{note}</figcaption>}
    </figure>
  );
}
