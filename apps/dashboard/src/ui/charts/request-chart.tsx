import type { RequestLogCounts } from '@basalt/contract';
import { Button } from '@mantine/core';
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
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from those who would need one */}
        <svg
          className={classes.picture}
          viewBox={`0 0 ${Math.max(1, bars.length)} 1`}
          preserveAspectRatio="none"
          data-stale={isStale || undefined}
        >
          {bars.map((bar, position) => (
            <Bar key={bar.at} bar={bar} position={position} span={span} onZoom={onZoom} words={words} />
          ))}
        </svg>
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

interface BarProps {
  bar: ChartBar;
  position: number;
  span: number;
  onZoom: RequestChartProps['onZoom'];
  words: ChartWords;
}

function Bar({ bar, position, span, onZoom, words }: BarProps) {
  const { server, client, good } = bar.heights;
  const x = position + (1 - BAR_WIDTH) / 2;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the mouse; the table has buttons for the same
    <g className={classes.bar} onClick={() => onZoom(bar.at, bar.to)}>
      <title>
        {`${axisTime(bar.at, span)}: ${numbers.format(bar.total)} ${words.many}, ${numbers.format(bar.clientErrors)} ${words.middle[0]}, ${numbers.format(bar.serverErrors)} ${words.foot[0]}`}
      </title>
      <rect className={classes.ground} x={position} y={0} width={1} height={1} />
      <rect data-part="server" x={x} y={1 - server} width={BAR_WIDTH} height={server} />
      <rect data-part="client" x={x} y={1 - server - client} width={BAR_WIDTH} height={client} />
      <rect data-part="good" x={x} y={1 - server - client - good} width={BAR_WIDTH} height={good} />
    </g>
  );
}

interface ChartNumbersProps {
  bars: readonly ChartBar[];
  span: number;
  onZoom: (from: number, to: number) => void;
  words: ChartWords;
}

/** The chart as a table, for those who read numbers or do not see pictures. Times without anything are left out. */
function ChartNumbers({ bars, span, onZoom, words }: ChartNumbersProps) {
  const things = `${words.many.charAt(0).toUpperCase()}${words.many.slice(1)}`;
  return (
    <details className={classes.numbers}>
      <summary>Show numbers</summary>
      <div className={classes.table}>
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
      </div>
    </details>
  );
}
