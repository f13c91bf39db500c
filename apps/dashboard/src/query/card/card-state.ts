import { applyParameters } from '@basalt/sql';
import { type PreparedRun, prepareRun } from '../run/prepare-run.ts';
import type { RunFailure } from '../run/run-failure.ts';
import type { Run, RunState } from '../run/run-machine.ts';

/** How a query card stands. */
export type CardState =
  | { phase: 'idle' }
  | { phase: 'loading'; run: Run }
  | { phase: 'results'; run: Run; milliseconds: number }
  | { phase: 'error'; run: Run; failure: RunFailure }
  /**
   * The read-only connection refused it, which counts as a write; `refusal` says why. `isAsking` while the warning is
   * open.
   */
  | { phase: 'write-blocked'; run: Run; isAsking: boolean; refusal: string };

/**
 * The card's view of its run: idle → loading → results | error | write-blocked. Only a run on the read-only connection
 * can be write-blocked; a cancelled one is idle again. `isAsking`: Run was pressed on a query that writes.
 */
export function cardState(run: RunState, isAsking: boolean): CardState {
  switch (run.phase) {
    case 'idle':
    case 'cancelled':
      return { phase: 'idle' };
    case 'running':
      return { phase: 'loading', run: run.run };
    case 'done':
      return { phase: 'results', run: run.run, milliseconds: run.milliseconds };
    case 'asking':
      return { phase: 'write-blocked', run: run.run, isAsking: true, refusal: '' };
    case 'failed':
      return run.run.request.readOnly && isWriteRefusal(run.failure)
        ? { phase: 'write-blocked', run: run.run, isAsking, refusal: refusalOf(run.failure) }
        : { phase: 'error', run: run.run, failure: run.failure };
  }
}

function refusalOf(failure: RunFailure): string {
  return failure.kind === 'lost' ? '' : failure.error.message;
}

/** The toast when a run fails that somebody has started. */
export function failedToExecute(failure: RunFailure): string {
  const message = failure.kind === 'lost' ? 'The connection broke.' : failure.error.message;
  return `Failed to execute query: ${message}`;
}

/** What the card's run button does: run on the read-only connection, ask first, or nothing: then it is not there. */
export function runButton(
  card: CardState,
  { showRunButton, mayWrite }: { showRunButton: boolean; mayWrite: boolean },
): 'run' | 'ask' | 'cancel' | null {
  if (card.phase === 'loading') return 'cancel';
  if (card.phase !== 'write-blocked') return 'run';
  return showRunButton && mayWrite ? 'ask' : null;
}

/** What a card would send, or a sentence that says why it cannot. */
type CardRequest = PreparedRun | { kind: 'wrong'; message: string };

/** Binds the parameters of a card's query. Always for the read-only connection: writing is asked for and agreed to. */
export function cardRequest(sql: string, values: Readonly<Record<string, string>>): CardRequest {
  try {
    const bound = applyParameters(sql, values);
    return prepareRun({ sql: bound.sql, firstLine: 1 }, -1, {
      readOnly: true,
      parameters: [...bound.values],
    });
  } catch (error) {
    return { kind: 'wrong', message: error instanceof Error ? error.message : String(error) };
  }
}

/** SQLSTATE of what a role may not do, and of what a read-only transaction may not do. */
const CODES: ReadonlySet<string> = new Set(['42501', '25006']);
const MESSAGES = /\bmust be (the )?owner\b|\bpermission denied\b|\bread-only transaction\b/i;

/** Whether a read-only run failed because its SQL writes, so that it could run on the read-write connection. */
export function isWriteRefusal(failure: RunFailure): boolean {
  if (failure.kind === 'sql') return CODES.has(failure.error.code) || MESSAGES.test(failure.error.message);
  if (failure.kind === 'request')
    return failure.error.code === 'sql_error' && MESSAGES.test(failure.error.message);
  return false;
}

/** Results of a card are at most so high, in pixels. */
const MAX_RESULTS_HEIGHT = 250;
const HEAD = 30;
const ROW = 28;
/** Room for a scroll bar at the bottom. */
const EDGE = 14;

/** The height of a card's results in pixels: of its rows as far as they fit; a chart takes all there is. */
export function cardHeight(rowCount: number, isChart: boolean): number {
  return isChart ? MAX_RESULTS_HEIGHT : Math.min(MAX_RESULTS_HEIGHT, HEAD + rowCount * ROW + EDGE);
}
