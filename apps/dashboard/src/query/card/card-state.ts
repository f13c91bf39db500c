import type { RunFailure } from '../run-failure.ts';
import type { Run, RunState } from '../run-machine.ts';
import { isWriteRefusal } from '../write-refusal.ts';

/** How a query card stands. */
export type CardState =
  | { phase: 'idle' }
  | { phase: 'loading'; run: Run }
  | { phase: 'results'; run: Run; milliseconds: number }
  | { phase: 'error'; run: Run; failure: RunFailure }
  /** The read-only connection refused it, which counts as a write; `refusal` says why. `isAsking` while the warning is open. */
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

/** What the card's run button does: run on the read-only connection, ask first, or nothing: then it is not there. */
export function runButton(
  card: CardState,
  { showRunButton, mayWrite }: { showRunButton: boolean; mayWrite: boolean },
): 'run' | 'ask' | 'cancel' | null {
  if (card.phase === 'loading') return 'cancel';
  if (card.phase !== 'write-blocked') return 'run';
  return showRunButton && mayWrite ? 'ask' : null;
}
