import { type ChartConfig, DEFAULT_CHART } from '@basalt/contract';
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { ChartSettings } from '../../../query/chart/chart-settings.tsx';
import { AddToReport } from '../../../query/report/add-to-report.tsx';
import { FailureBox } from '../../../query/results/failure-box.tsx';
import { NoticeList } from '../../../query/results/notice-list.tsx';
import { ResultPicker } from '../../../query/results/result-picker.tsx';
import { limitText, rowCountText } from '../../../query/results/result-summary.ts';
import { ResultView } from '../../../query/results/result-view.tsx';
import type { FailureText } from '../../../query/run/run-failure.ts';
import type { RunState } from '../../../query/run/run-machine.ts';
import { shownResult } from '../../../query/run/run-output.ts';
import classes from './sql-panel.module.css';

interface PanelResultsProps {
  state: RunState;
  failure: FailureText | null;
  /** The text that was run, as it was typed. */
  source: () => string;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  onPick: (result: number) => void;
  onGoToLine: (line: number) => void;
}

/** What a run of the panel answered, no higher than a part of the panel. */
export function PanelResults(props: PanelResultsProps) {
  const { state, failure, source, isShown, onShow, onPick, onGoToLine } = props;
  const panelId = useId();
  const [chart, setChart] = useState<ChartConfig>(DEFAULT_CHART);
  if (state.phase === 'idle' || state.phase === 'asking') return null;
  const { output, pick, request } = state.run;
  const shown = shownResult(output.results, pick);
  const hasRows = shown?.fields != null && shown.rows.length > 0;
  const limited = shown === null ? null : limitText(shown, request.limit);
  return (
    <section className={classes.results} aria-label="Results of the panel">
      {failure !== null && (
        <div className={classes.failure}>
          <FailureBox failure={failure} sql={request.sql} onGoToLine={onGoToLine} tone="warn" />
        </div>
      )}
      {failure === null && (
        <div className={classes.facts}>
          <p role="status">
            {shown?.fields != null && rowCountText(shown)}
            {limited !== null && state.phase !== 'running' && ` · ${limited}`}
          </p>
          {hasRows && isShown && state.phase !== 'running' && (
            <>
              <ChartSettings fields={shown.fields ?? []} config={chart} onChange={setChart} isIcon />
              <AddToReport sql={source} shown={shown} chart={chart} />
            </>
          )}
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-expanded={isShown}
            onClick={() => onShow(!isShown)}
          >
            {isShown ? 'Hide Results' : 'Show Results'}
          </Button>
        </div>
      )}
      {isShown && failure === null && (
        <>
          <NoticeList output={output} />
          {output.results.length > 1 && shown !== null && (
            <ResultPicker results={output.results} shown={shown.index} panelId={panelId} onPick={onPick} />
          )}
          <div className={hasRows ? classes.grid : classes.sentence}>
            <ResultView id={panelId} state={state} shown={shown} chart={chart} />
          </div>
        </>
      )}
    </section>
  );
}
