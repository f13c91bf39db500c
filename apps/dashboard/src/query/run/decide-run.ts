import type { ConfirmationNeeded } from '@basalt/contract';
import { confirmationFor, isAskedAbout, readAskBefore } from './confirmation.ts';
import type { RunRequest } from './run-request.ts';

/** What happens to a text that is to be run: it is sent, or asked about first. */
export type RunDecision = { kind: 'send'; request: RunRequest } | { kind: 'ask'; needed: ConfirmationNeeded };

/** Reads what a text does and what this project's people want to be asked about. */
export function decideRun(projectRef: string, request: RunRequest): RunDecision {
  const needed = confirmationFor(request);
  if (needed === null) return { kind: 'send', request };
  return isAskedAbout(request.sql, needed, readAskBefore(projectRef))
    ? { kind: 'ask', needed }
    : { kind: 'send', request: { ...request, confirmed: true } };
}
