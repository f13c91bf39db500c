import { Button } from '@mantine/core';
import { DataTable } from '../../ui/lists/data-table.tsx';
import type { ChartBar } from './chart-bars.ts';
import { axisTime } from './log-labels.ts';
import classes from './request-chart.module.css';

interface ChartNumbersProps {
  bars: readonly ChartBar[];
  span: number;
  onZoom: (from: number, to: number) => void;
}

/** The chart as a table, for those who read numbers or do not see pictures. Times without requests are left out. */
export function ChartNumbers({ bars, span, onZoom }: ChartNumbersProps) {
  return (
    <details className={classes.numbers}>
      <summary>Show numbers</summary>
      <div className={classes.table}>
        <DataTable
          label="Requests over time"
          rows={bars.filter(({ total }) => total > 0)}
          rowKey={({ at }) => at}
          empty="No requests in this time."
          columns={[
            { key: 'time', header: 'From', render: ({ at }) => axisTime(at, span) },
            { key: 'total', header: 'Requests', align: 'right', render: ({ total }) => total },
            { key: 'client', header: 'Refused', align: 'right', render: (bar) => bar.clientErrors },
            { key: 'server', header: 'Failed', align: 'right', render: (bar) => bar.serverErrors },
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
