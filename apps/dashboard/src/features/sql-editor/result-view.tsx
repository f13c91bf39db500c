import { DataGrid } from '../../ui/data-grid/data-grid.tsx';
import { outcomeText } from './result-summary.ts';
import classes from './result-view.module.css';
import type { RunState } from './run-machine.ts';
import type { ResultSet } from './run-output.ts';

interface ResultViewProps {
  id: string;
  state: RunState;
  shown: ResultSet | null;
}

const NOTHING = 'Success. No rows returned';

/** The rows of one statement, or what to say instead. */
export function ResultView({ id, state, shown }: ResultViewProps) {
  if (state.phase === 'idle') return <p className={classes.text}>Run a query to see its results here.</p>;
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

function sentence(state: Exclude<RunState, { phase: 'idle' }>, shown: ResultSet | null): string | null {
  if (state.phase === 'cancelled') return 'Cancelled. The database was asked to stop the statement.';
  if (state.phase === 'running') return 'Waiting for the first rows …';
  if (state.phase === 'failed') return shown === null ? null : outcomeText(shown);
  return shown === null ? NOTHING : outcomeText(shown);
}
