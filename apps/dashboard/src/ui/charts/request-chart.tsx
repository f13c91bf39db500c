import type { RequestLogCounts } from '@basalt/contract';
import { Button } from '@mantine/core';
import { type MouseEvent, useState } from 'react';
import { axisTime } from '../../lib/format/chart-time.ts';
import { DataTable } from '../lists/data-table.tsx';
import { type ChartBar, chartBars, chartTotals } from './request-bars.ts';
import classes from './request-chart.module.css';

interface RequestChartProps {
  counts: RequestLogCounts;
  isStale: boolean;
  /** Looks at the time of one bar only; milliseconds since 1970. */
  onZoom: (from: number, to: number) => void;
  /** What is counted. Default: requests. */
  words?: ChartWords;
}

export interface ChartWords {
  one: string;
  many: string;
  /** Of the middle part of bars, in the legend and in the table. */
  middle: [legend: string, header: string];
  /** Of their foot. */
  foot: [legend: string, header: string];
}

const REQUESTS: ChartWords = {
  one: 'request',
  many: 'requests',
  middle: ['refused (4xx)', 'Refused'],
  foot: ['failed (5xx)', 'Failed'],
};

const numbers = new Intl.NumberFormat('en');
/** Of 1; the rest is the gap to the next bar. */
const BAR_WIDTH = 0.78;

/** Requests, or something else, over time: one bar per bucket, errors at its foot. The same numbers are below as a table. */
export function RequestChart({ counts, isStale, onZoom, words = REQUESTS }: RequestChartProps) {
  const { bars, top } = chartBars(counts);
  const { total, clientErrors, serverErrors } = chartTotals(counts);
  const [first, last] = [bars[0], bars.at(-1)];
  const span = first === undefined || last === undefined ? 0 : last.to - first.at;
  return (
    <div className={classes.chart}>
      <ul className={classes.legend} aria-label="Totals">
        <li>
          <span className={classes.swatch} data-part="good" aria-hidden="true" />
          {numbers.format(total)} {total === 1 ? words.one : words.many}
        </li>
        <li>
          <span className={classes.swatch} data-part="client" aria-hidden="true" />
          {numbers.format(clientErrors)} {words.middle[0]}
        </li>
        <li>
          <span className={classes.swatch} data-part="server" aria-hidden="true" />
          {numbers.format(serverErrors)} {words.foot[0]}
        </li>
      </ul>
      {/* The table below says the same in words. */}
      <div className={classes.plot} aria-hidden="true">
        <Bars bars={bars} span={span} isStale={isStale} onZoom={onZoom} words={words} />
        <span className={classes.top}>{numbers.format(top)}</span>
        {first !== undefined && last !== undefined && (
          <div className={classes.axis}>
            <span>{axisTime(first.at, span)}</span>
            <span>{axisTime(first.at + span / 2, span)}</span>
            <span>{axisTime(last.to, span)}</span>
          </div>
        )}
      </div>
      <ChartNumbers bars={bars} span={span} onZoom={onZoom} words={words} />
    </div>
  );
}

interface BarsProps extends ChartNumbersProps {
  isStale: boolean;
}

const PARTS = ['server', 'client', 'good'] as const;

/**
 * The bars as three shapes, one for each part, however many there are: a page with a chart is to be there at once. What one bar says is
 * written when it is pointed at.
 */
function Bars({ bars, span, isStale, onZoom, words }: BarsProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const bar = pointed === null ? undefined : bars[pointed];
  const placeOf = ({ clientX, currentTarget }: MouseEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.floor(((clientX - left) / width) * bars.length);
  };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden from those who would need one
    // biome-ignore lint/a11y/useKeyWithClickEvents: a shortcut for the mouse; the table has buttons for the same
    <svg
      className={classes.picture}
      viewBox={`0 0 ${Math.max(1, bars.length)} 1`}
      preserveAspectRatio="none"
      data-stale={isStale || undefined}
      onPointerMove={(event) => setPointed(placeOf(event))}
      onPointerLeave={() => setPointed(null)}
      onClick={(event) => {
        const pressed = bars[placeOf(event)];
        if (pressed !== undefined) onZoom(pressed.at, pressed.to);
      }}
    >
      {bar !== undefined && <title>{barText(bar, span, words)}</title>}
      {bar !== undefined && <rect className={classes.ground} x={pointed ?? 0} y={0} width={1} height={1} />}
      {PARTS.map((part) => (
        <path key={part} data-part={part} d={partShape(bars, part)} />
      ))}
    </svg>
  );
}

/** One part of all bars, each on top of the parts below it. */
function partShape(bars: readonly ChartBar[], part: (typeof PARTS)[number]): string {
  const below = PARTS.slice(0, PARTS.indexOf(part));
  return bars
    .map(({ heights }, position) => {
      if (heights[part] === 0) return '';
      const ground = 1 - below.reduce((sum, other) => sum + heights[other], 0);
      return `M${position + (1 - BAR_WIDTH) / 2} ${ground}v${-heights[part]}h${BAR_WIDTH}v${heights[part]}z`;
    })
    .join('');
}

function barText(
  { at, total, clientErrors, serverErrors }: ChartBar,
  span: number,
  words: ChartWords,
): string {
  const counts = [
    `${numbers.format(total)} ${words.many}`,
    `${numbers.format(clientErrors)} ${words.middle[0]}`,
    `${numbers.format(serverErrors)} ${words.foot[0]}`,
  ];
  return `${axisTime(at, span)}: ${counts.join(', ')}`;
}

interface ChartNumbersProps {
  bars: readonly ChartBar[];
  span: number;
  onZoom: (from: number, to: number) => void;
  words: ChartWords;
}

/** The chart as a table, for those who read numbers or do not see pictures. Times without anything are left out. */
function ChartNumbers({ bars, span, onZoom, words }: ChartNumbersProps) {
  const [isOpen, setOpen] = useState(false);
  const things = `${words.many.charAt(0).toUpperCase()}${words.many.slice(1)}`;
  return (
    <details className={classes.numbers} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Show numbers</summary>
      <div className={classes.table}>
        {isOpen && (
          <DataTable
            label={`${things} over time`}
            rows={bars.filter(({ total }) => total > 0)}
            rowKey={({ at }) => at}
            empty={`No ${words.many} in this time.`}
            columns={[
              { key: 'time', header: 'From', render: ({ at }) => axisTime(at, span) },
              { key: 'total', header: things, align: 'right', render: ({ total }) => total },
              { key: 'client', header: words.middle[1], align: 'right', render: (bar) => bar.clientErrors },
              { key: 'server', header: words.foot[1], align: 'right', render: (bar) => bar.serverErrors },
              {
                key: 'zoom',
                header: '',
                align: 'right',
                width: 70,
                render: ({ at, to }) => (
                  <Button
                    size="xs"
                    aria-label={`Show only from ${axisTime(at, span)}`}
                    onClick={() => onZoom(at, to)}
                  >
                    Show
                  </Button>
                ),
              },
            ]}
          />
        )}
      </div>
    </details>
  );
}
