import type { ReactNode } from 'react';
import { pointTime } from '../../lib/format/chart-time.ts';
import chart from './chart.module.css';
import classes from './chart-figure.module.css';

/** What a chart draws of its points, from the axis up. */
export type Series<Point> = readonly { value: keyof Point; label: string; color: string }[];

/** Charts beside each other where there is room. */
export function ChartGrid({ children }: { children: ReactNode }) {
  return <div className={classes.charts}>{children}</div>;
}

interface FigureProps<Point> {
  title: string;
  series: Series<Point>;
  /** Of the name: below the heading of a section, unless the page has none. */
  heading?: 'h2' | 'h3';
  /** Fills the frame. */
  children: ReactNode;
}

/** A chart with its name and what its colors stand for. */
export function ChartFigure<Point>({ title, series, heading: Heading = 'h3', children }: FigureProps<Point>) {
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.top}>
        <Heading className={classes.name}>{title}</Heading>
        <ul className={classes.legend}>
          {series.map(({ value, label, color }) => (
            <li key={String(value)}>
              <span className={classes.swatch} style={{ background: color }} aria-hidden="true" />
              {label}
            </li>
          ))}
        </ul>
      </figcaption>
      <div className={`${classes.plot} ${chart.plot}`}>{children}</div>
    </figure>
  );
}

interface TipProps<Point> {
  series: Series<Point>;
  words: (value: number) => string;
  /** Milliseconds that the chart shows. */
  span: number;
  point: Point | undefined;
  /** What names the point; without it, the moment at which it begins. */
  when?: (time: number) => string;
}

/** What a chart says of the point under the pointer; a value that is null is not there. */
export function ChartTip<Point extends { time: number }>({
  series,
  words,
  span,
  point,
  when,
}: TipProps<Point>) {
  if (point === undefined) return null;
  return (
    <div className={chart.tip}>
      <p className={chart.time}>{when?.(point.time) ?? `From ${pointTime(point.time, span)}`}</p>
      {series.map(({ value, label }) => {
        const shown = point[value];
        return (
          <p key={String(value)}>
            {label}: {typeof shown === 'number' ? words(shown) : '–'}
          </p>
        );
      })}
    </div>
  );
}
