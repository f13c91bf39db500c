import { type RefObject, useEffect, useRef } from 'react';
import { failureText } from '../../../query/run-failure.ts';
import type { RunState } from '../../../query/run-machine.ts';
import { shownResult } from '../../../query/run-output.ts';
import { rememberRun } from './run-history.ts';

/** Remembers every run that ends, with the text as it stood in the editor. */
export function useRunHistory(projectRef: string, state: RunState, source: RefObject<string>): void {
  const last = useRef<number>(null);
  useEffect(() => {
    if (state.phase !== 'done' && state.phase !== 'failed' && state.phase !== 'cancelled') return;
    const { run, milliseconds } = state;
    if (last.current === run.id) return;
    last.current = run.id;
    const shown = shownResult(run.output.results, null);
    rememberRun(projectRef, {
      sql: source.current,
      at: run.startedAt,
      milliseconds,
      outcome: state.phase,
      rows: shown?.fields == null ? null : (shown.rowCount ?? shown.rows.length),
      error: state.phase === 'failed' ? failureText(state.failure, run.request).title : null,
    });
  }, [projectRef, state, source]);
}
