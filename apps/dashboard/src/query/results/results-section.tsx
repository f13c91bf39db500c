import type { ChartConfig } from '@basalt/contract';
import { memo, useId } from 'react';
import type { FailureText } from '../run/run-failure.ts';
import type { RunState } from '../run/run-machine.ts';
import { shownResult } from '../run/run-output.ts';
import { FailureBox } from './failure-box.tsx';
import { NoticeList } from './notice-list.tsx';
import { ResultBar } from './result-bar.tsx';
import { ResultPicker } from './result-picker.tsx';
import { ResultView } from './result-view.tsx';
import classes from './results-section.module.css';

export interface ResultsSectionProps {
  state: RunState;
  failure: FailureText | null;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  onPick: (result: number) => void;
  onGoToLine: (line: number) => void;
  /** With both, results can be shown as bars. */
  chart?: ChartConfig;
  onChart?: (chart: ChartConfig) => void;
}

/** Everything a run said: how it went, messages, and one result at a time. */
export const ResultsSection = memo(function ResultsSection(props: ResultsSectionProps) {
  const { state, failure, isShown, chart } = props;
  const panelId = useId();
  const output = state.phase === 'idle' ? null : state.run.output;
  const shown = state.phase === 'idle' ? null : shownResult(state.run.output.results, state.run.pick);
  return (
    <section className={classes.pane} aria-label="Results" data-hidden={!isShown || undefined}>
      <ResultBar
        state={state}
        shown={shown}
        isShown={isShown}
        onShow={props.onShow}
        chart={chart}
        onChart={props.onChart}
      />
      {isShown && (
        <div className={classes.body}>
          {failure !== null && state.phase !== 'idle' && (
            <FailureBox failure={failure} sql={state.run.request.sql} onGoToLine={props.onGoToLine} />
          )}
          {output !== null && <NoticeList output={output} />}
          {output !== null && output.results.length > 1 && shown !== null && (
            <ResultPicker
              results={output.results}
              shown={shown.index}
              panelId={panelId}
              onPick={props.onPick}
            />
          )}
          <ResultView id={panelId} state={state} shown={shown} chart={chart} />
        </div>
      )}
    </section>
  );
});
