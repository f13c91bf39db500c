import type { ChartConfig } from '@basalt/contract';
import { DataGrid } from '../../ui/data-grid/data-grid.tsx';
import { lacksAxes } from '../chart/axes.ts';
import { ChooseAxes } from '../chart/choose-axes.tsx';
import { ResultChart } from '../chart/result-chart.tsx';
import { outcomeText, rowCountText } from '../results/result-summary.ts';
import type { ResultSet } from '../run/run-output.ts';
import { cardHeight } from './card-state.ts';
import classes from './query-card.module.css';

interface CardResultsProps {
  runId: number;
  title: string;
  shown: ResultSet;
  chart: ChartConfig;
  /** Without it nobody can choose columns, and a chart guesses them. */
  onChart: ((chart: ChartConfig) => void) | undefined;
  isFilling: boolean;
  /** They are of the run before; a new one is on its way. */
  isOld: boolean;
}

/** The rows of a card, as a table or as bars. */
export function CardResults(props: CardResultsProps) {
  const { runId, title, shown, chart, onChart, isFilling, isOld } = props;
  const { fields, rows } = shown;
  if (fields === null) return <p className={classes.quiet}>{outcomeText(shown)}</p>;
  if (rows.length === 0) return <p className={classes.quiet}>No results returned from query</p>;
  const isChart = chart.view === 'chart';
  if (isChart && onChart !== undefined && lacksAxes(chart, fields)) {
    return <ChooseAxes fields={fields} rows={rows} config={chart} onChange={onChart} />;
  }
  return (
    <>
      <div
        className={classes.results}
        data-old={isOld || undefined}
        style={isFilling ? undefined : { height: cardHeight(rows.length, isChart) }}
      >
        {isChart ? (
          <ResultChart fields={fields} rows={rows} config={chart} />
        ) : (
          <DataGrid
            key={`${runId}:${shown.index}`}
            label={`Rows of ${title}`}
            fields={fields}
            rows={rows}
            emptyText="No results returned from query"
          />
        )}
      </div>
      {shown.truncated && <p className={classes.note}>{rowCountText(shown)}</p>}
    </>
  );
}
