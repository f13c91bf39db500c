import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useProject } from '../../api/use-project.ts';
import { showToast } from '../../lib/toast.ts';
import { useSqlRun } from '../run/use-sql-run.ts';
import { cardRequest, cardState, failedToExecute } from './card-state.ts';

interface CardRunOptions {
  projectRef: string;
  sql: string;
  values: Readonly<Record<string, string>>;
  runOnLoad: boolean;
  refreshKey: number;
  onBusyChange?: ((isBusy: boolean) => void) | undefined;
  asksFirst?: boolean;
}

/**
 * Runs a card's query: when it appears, if it should, when its values or `refreshKey` change, and when asked. All of
 * that is on the read-only connection; only `confirm` takes the other one.
 */
export function useCardRun(options: CardRunOptions) {
  const { projectRef, sql, values, runOnLoad, refreshKey, onBusyChange } = options;
  const run = useSqlRun(projectRef);
  const { start: send, cancel, isBusy } = run;
  const mayWrite = useProject(projectRef).data?.abilities.run_sql ?? false;
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  /** How often it was to run, whether it could or not. */
  const [starts, setStarts] = useState(0);
  const valuesKey = JSON.stringify(values);
  /** The values of the last run or of what could not be sent; null before the first. */
  const ran = useRef<string | null>(null);
  const isByHand = useRef(false);

  const start = useCallback(
    (isConfirmed: boolean) => {
      const prepared = cardRequest(sql, JSON.parse(valuesKey) as Record<string, string>);
      ran.current = valuesKey;
      isByHand.current = false;
      setStarts((count) => count + 1);
      setAsking(false);
      setProblem(prepared.kind === 'wrong' || prepared.kind === 'too-large' ? prepared.message : null);
      if (prepared.kind !== 'ready') return;
      cancel();
      send(isConfirmed ? { ...prepared.request, readOnly: false, confirmed: true } : prepared.request);
    },
    [sql, valuesKey, send, cancel],
  );

  // What started it is compared, so that each reason starts it once.
  const latest = useRef({ start, runOnLoad });
  latest.current = { start, runOnLoad };
  useEffect(() => {
    if (latest.current.runOnLoad) latest.current.start(false);
  }, []);
  const refreshed = useRef(refreshKey);
  useEffect(() => {
    if (refreshed.current === refreshKey) return;
    refreshed.current = refreshKey;
    latest.current.start(false);
  }, [refreshKey]);
  useEffect(() => {
    if (ran.current !== null && ran.current !== valuesKey) latest.current.start(false);
  }, [valuesKey]);

  const tellBusy = useEffectEvent((isBusyNow: boolean) => onBusyChange?.(isBusyNow));
  useEffect(() => {
    if (starts > 0) tellBusy(isBusy);
  }, [starts, isBusy]);

  const card = cardState(run.state, isAsking);
  const failure = card.phase === 'error' ? card.failure : null;
  useEffect(() => {
    // A report that opens or refreshes itself says it in each card, not in a corner for each.
    if (failure !== null && isByHand.current) void showToast('failed', failedToExecute(failure));
  }, [failure]);
  const startByHand = (isConfirmed: boolean) => {
    start(isConfirmed);
    isByHand.current = true;
  };

  return {
    card,
    problem,
    mayWrite,
    /** The warning is open although nothing was refused. */
    isAsking: isAsking && options.asksFirst === true,
    run: () => (options.asksFirst === true && mayWrite ? setAsking(true) : startByHand(false)),
    ask: () => setAsking(true),
    confirm: () => startByHand(true),
    dismiss: () => setAsking(false),
    cancel,
  };
}
