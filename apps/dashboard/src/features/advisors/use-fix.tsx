import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react';
import { showToast } from '../../lib/toast.ts';
import { ConfirmRun } from '../../query/confirm/confirm-run.tsx';
import { type FailureText, failureText } from '../../query/run/run-failure.ts';
import { useSqlRun } from '../../query/run/use-sql-run.ts';

export interface Fix {
  /** Runs the SQL that mends a finding, after the question that every write is asked. */
  run: (key: string, sql: string) => void;
  /** Of the finding that is being mended. */
  busyKey: string | null;
  /** Why the last attempt at a finding failed. */
  failureOf: (key: string) => FailureText | null;
  /** The dialog with the question, to be put on the page. */
  question: ReactNode;
}

/** Runs fixes, one at a time, and makes the checks again after each. */
export function useFix(projectRef: string, onMended: () => Promise<boolean>): Fix {
  const run = useSqlRun(projectRef);
  const [key, setKey] = useState<string | null>(null);
  const { state, isBusy, start } = run;
  const mended = useEffectEvent(async () => {
    if (await onMended()) void showToast('done', 'The fix has run, and the checks were made again');
  });
  const { phase } = state;
  const id = phase === 'idle' ? 0 : state.run.id;
  useEffect(() => {
    if (phase === 'done' && id > 0) void mended();
  }, [phase, id]);
  const begin = useCallback(
    (next: string, sql: string) => {
      if (isBusy) return;
      setKey(next);
      start({ sql, firstLine: 1, limit: null, readOnly: false, parameters: [], confirmed: false });
    },
    [isBusy, start],
  );
  return {
    run: begin,
    busyKey: isBusy ? key : null,
    failureOf: (asked) =>
      state.phase === 'failed' && asked === key ? failureText(state.failure, state.run.request) : null,
    question: <ConfirmRun run={run} projectRef={projectRef} />,
  };
}
