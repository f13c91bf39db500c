import type { ChartConfig } from '@basalt/contract';
import { lazy, Suspense } from 'react';
import { DataGrid } from '../../ui/data-grid/data-grid.tsx';
import { ResultChart } from '../chart/result-chart.tsx';
import type { RunState } from '../run/run-machine.ts';
import type { ResultSet } from '../run/run-output.ts';
import { planOfResult } from './plan-of-result.ts';
import { outcomeText } from './result-summary.ts';
import classes from './result-view.module.css';

const PlanTree = lazy(async () => ({ default: (await import('../../ui/plan-tree/plan-tree.tsx')).PlanTree }));

interface ResultViewProps {
  id: string;
  state: RunState;
  shown: ResultSet | null;
  chart?: ChartConfig | undefined;
}

const NOTHING = 'Success. No rows returned';

/** The rows of one statement, or what to say instead. */
export function ResultView({ id, state, shown, chart }: ResultViewProps) {
  if (state.phase === 'idle' || state.phase === 'asking')
    return <p className={classes.text}>Run a query to see its results here.</p>;
  if (shown?.fields != null && shown.rows.length > 0 && chart?.view === 'chart') {
    return (
      <div id={id} className={classes.grid}>
        <ResultChart fields={shown.fields} rows={shown.rows} config={chart} />
      </div>
    );
  }
  const plan = shown === null ? null : planOfResult(shown);
  if (plan !== null) {
    return (
      <div id={id} className={classes.plan}>
        <Suspense>
          <PlanTree json={plan} />
        </Suspense>
      </div>
    );
  }
  if (shown?.fields != null) {
    return (
      <div id={id} className={classes.grid}>
        <DataGrid
          // Another run or statement has other columns: widths, selection and scroll position start anew.
          key={`${state.run.id}:${shown.index}`}
          label={`Rows of statement ${shown.index + 1}`}
          fields={shown.fields}
          rows={shown.rows}
          emptyText={
            state.phase === 'running'
              ? 'Waiting for rows …'
              : state.phase === 'done'
                ? NOTHING
                : 'No rows came'
          }
        />
      </div>
    );
  }
  return (
    <p id={id} className={classes.text}>
      {sentence(state, shown)}
    </p>
  );
}

function sentence(
  state: Exclude<RunState, { phase: 'idle' | 'asking' }>,
  shown: ResultSet | null,
): string | null {
  if (state.phase === 'cancelled') return 'Canceled. The database was asked to stop the statement.';
  if (state.phase === 'running') return 'Waiting for the first rows …';
  if (state.phase === 'failed') return shown === null ? null : outcomeText(shown);
  return shown === null ? NOTHING : outcomeText(shown);
}
