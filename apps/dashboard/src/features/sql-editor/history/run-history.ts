import { type RefObject, useEffect, useRef } from 'react';
import { type Persisted, readPersisted, writePersisted } from '../../../lib/persisted.ts';
import { failureText } from '../../../query/run/run-failure.ts';
import type { RunState } from '../../../query/run/run-machine.ts';
import { shownResult } from '../../../query/run/run-output.ts';

/** A run of this project in this browser, as it is remembered. */
export interface PastRun {
  sql: string;
  /** Only the beginning of the text is kept. */
  isCut: boolean;
  /** Milliseconds, as of `Date.now()`. */
  at: number;
  milliseconds: number | null;
  outcome: 'done' | 'failed' | 'cancelled';
  /** Rows of the last statement that returned some. */
  rows: number | null;
  /** First line of the error. */
  error: string | null;
}

export const KEPT_RUNS = 200;
const KEPT_SQL = 10_000;
/** Browsers give a site some five million characters, and texts that are not saved yet need them more. */
const KEPT_IN_ALL = 400_000;
const KEPT_ERROR = 300;

export const runHistory: Persisted<readonly PastRun[]> = {
  topic: 'sql-run-history',
  fallback: [],
  parse: (stored) => (Array.isArray(stored) ? stored.filter(isPastRun) : null),
};

/** Remembers a run as the newest of its project. */
function rememberRun(projectRef: string, run: Omit<PastRun, 'isCut'>): void {
  writePersisted(runHistory, withRun(readPersisted(runHistory, projectRef), run), projectRef);
}

/** The history with one run more, the newest first; old ones go when there are too many or they are too long. */
export function withRun(history: readonly PastRun[], run: Omit<PastRun, 'isCut'>): PastRun[] {
  const isCut = run.sql.length > KEPT_SQL;
  const newest = {
    ...run,
    sql: run.sql.slice(0, KEPT_SQL),
    isCut,
    error: run.error?.slice(0, KEPT_ERROR) ?? null,
  };
  let room = KEPT_IN_ALL;
  return [newest, ...history].slice(0, KEPT_RUNS).filter(({ sql }) => {
    room -= sql.length;
    return room >= 0;
  });
}

/** The runs whose text or error holds the search, whatever its case. */
export function findRuns(history: readonly PastRun[], search: string): readonly PastRun[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return history;
  return history.filter(({ sql, error }) => `${sql}\n${error ?? ''}`.toLowerCase().includes(wanted));
}

function isPastRun(stored: unknown): stored is PastRun {
  const run = stored as Partial<PastRun> | null;
  return typeof run?.sql === 'string' && typeof run.at === 'number' && typeof run.outcome === 'string';
}

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
