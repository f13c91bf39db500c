import type { ResourceSample } from '@basalt/contract';
import type { Metric } from './metrics.ts';
import { pointTime } from './point-time.ts';
import classes from './usage-chart.module.css';

interface ChartTooltipProps {
  metric: Pick<Metric, 'lines' | 'words'>;
  span: number;
  point: ResourceSample | undefined;
}

/** What was measured at the moment under the pointer. */
export function ChartTooltip({ metric: { lines, words }, span, point }: ChartTooltipProps) {
  if (point === undefined) return null;
  return (
    <div className={classes.tooltip}>
      <p className={classes.time}>{pointTime(Date.parse(point.at), span)}</p>
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
