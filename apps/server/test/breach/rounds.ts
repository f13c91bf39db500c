import { POSTGRES_MAJORS, type PostgresMajor } from '@basalt/clusters';
import { BREACH_TURN, shareOf } from '@basalt/clusters/testing';
import type { Attempt } from './attempt.ts';
import { OPERATIONS, type OperationName } from './operations.ts';

/** What is tried together: in one project, with one operation. */
export interface Round {
  major: PostgresMajor;
  operation: OperationName;
  attempts: readonly Attempt[];
}

/** With `BREACH_MATRIX=full` every attempt is tried on every version and in every operation that it makes sense in, else a share of them in one. */
export const isFull = BREACH_TURN === null;
const USUAL: PostgresMajor = 17;

export function roundsOf(attempts: readonly Attempt[]): Round[] {
  const tried = shareOf(attempts, BREACH_TURN);
  const majors = isFull ? POSTGRES_MAJORS : [USUAL];
  return majors.flatMap((major) =>
    OPERATIONS.flatMap((operation) => {
      // The newest version cannot be upgraded; the attempt is made on the one before it.
      const from = operation === 'upgrade' && !isFull ? (16 as const) : major;
      const fitting = tried.filter((attempt) => fits(attempt, operation));
      const alone = fitting.filter((attempt) => attempt.alone).map((attempt) => [attempt]);
      const together = fitting.filter((attempt) => !attempt.alone);
      return [...(together.length > 0 ? [together] : []), ...alone].map((group) => ({
        major: from,
        operation,
        attempts: group,
      }));
    }),
  );
}

function fits({ during, alsoDuring }: Attempt, operation: OperationName): boolean {
  if (during === operation) return true;
  return isFull && during !== 'running' && (alsoDuring ?? []).includes(operation);
}
