import type { ChartConfig } from '@basalt/contract';
import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { ChartSettings } from '../chart/chart-settings.tsx';
import type { RunState } from '../run/run-machine.ts';
import type { ResultSet } from '../run/run-output.ts';
import { AskMenu } from './ask-menu.tsx';
import { CopyResultMenu } from './copy-result-menu.tsx';
import { ElapsedTime } from './elapsed-time.tsx';
import classes from './result-bar.module.css';
import { announcement, durationText, limitText, rowCountText } from './result-summary.ts';

interface ResultBarProps {
  state: RunState;
  shown: ResultSet | null;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
  /** With it the result can be shown as bars. */
  chart?: ChartConfig | undefined;
  onChart?: ((chart: ChartConfig) => void) | undefined;
}

/** One line about the run, and what can be done with the result. Stays when the results are hidden. */
export function ResultBar({ state, shown, isShown, onShow, chart, onChart }: ResultBarProps) {
  const rows =
    isShown && hasEnded(state) && shown !== null && shown.rows.length > 0 ? { run: state.run, shown } : null;
  return (
    <header className={classes.bar}>
      <h2 className={classes.title}>Results</h2>
      <p className={classes.facts}>
        <Facts state={state} shown={shown} />
      </p>
      <span role="status" className="visually-hidden">
        {announcement(state, shown)}
      </span>
      {rows !== null && chart !== undefined && onChart !== undefined && (
        <ChartSettings fields={rows.shown.fields ?? []} config={chart} onChange={onChart} />
      )}
      {isShown && hasEnded(state) && <AskMenu state={state} shown={shown} />}
      {rows !== null && <CopyResultMenu {...rows} hasShortcuts />}
      <Button
        size="xs"
        variant="subtle"
        color="gray"
        aria-expanded={isShown}
        rightSection={isShown ? <IconChevronDown size={14} /> : <IconChevronUp size={14} />}
        onClick={() => onShow(!isShown)}
      >
        {isShown ? 'Hide Results' : 'Show Results'}
      </Button>
    </header>
  );
}

function Facts({ state, shown }: Pick<ResultBarProps, 'state' | 'shown'>) {
  if (state.phase === 'idle' || state.phase === 'asking') return null;
  const rows = shown?.fields == null ? null : rowCountText(shown);
  const limited = shown === null ? null : limitText(shown, state.run.request.limit);
  return (
    <>
      {state.phase === 'running' && (
        <span className={classes.running}>
          Running <ElapsedTime since={state.run.startedAt} />
        </span>
      )}
      {state.phase === 'failed' && <span className={classes.failed}>Failed</span>}
      {state.phase === 'cancelled' && <span className={classes.cancelled}>Canceled</span>}
      {rows !== null && <span>{rows}</span>}
      {limited !== null && state.phase !== 'running' && <span className={classes.limited}>{limited}</span>}
      {state.phase !== 'running' && state.milliseconds !== null && (
        <span>{durationText(state.milliseconds)}</span>
      )}
    </>
  );
}

type Ended = Extract<RunState, { phase: 'done' | 'failed' | 'cancelled' }>;

function hasEnded(state: RunState): state is Ended {
  return state.phase === 'done' || state.phase === 'failed' || state.phase === 'cancelled';
}
