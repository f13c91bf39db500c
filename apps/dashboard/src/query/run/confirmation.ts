import type { ConfirmationNeeded } from '@basalt/contract';
import { describeWrite, findRisks } from '@basalt/sql';
import { type Persisted, readPersisted } from '../../lib/persisted.ts';
import type { RunRequest } from './run-request.ts';

/** Reading all of a longer text would stop the page; the server, which decides anyway, reads it then. */
const LOOKED_AT = 200_000;

/** What must be agreed to before a text is sent, as far as this browser can tell; null: send it. */
export function confirmationFor({ sql, readOnly, confirmed }: RunRequest): ConfirmationNeeded | null {
  if (readOnly || confirmed || sql.length > LOOKED_AT) return null;
  const { writes, unknownFunctions } = describeWrite(sql);
  return writes || unknownFunctions.length > 0 ? { writes, unknown_functions: [...unknownFunctions] } : null;
}

/** Which writes are asked about before they run: all of them, or only those that may remove something. */
type AskBefore = 'every-write' | 'removing';

export const askBeforePreference: Persisted<AskBefore> = {
  topic: 'sql-ask-before',
  fallback: 'every-write',
  parse: (stored) => (stored === 'every-write' || stored === 'removing' ? stored : null),
};

export function readAskBefore(projectRef: string): AskBefore {
  return readPersisted(askBeforePreference, projectRef);
}

/** Whether a text that needs agreement is asked about. Unknown functions always are: nobody can tell what they do. */
export function isAskedAbout(sql: string, needed: ConfirmationNeeded, askBefore: AskBefore): boolean {
  if (askBefore === 'every-write' || needed.unknown_functions.length > 0) return true;
  return findRisks(sql).some(({ kind }) => kind !== 'table-without-rls');
}

/** A name of at most 20 characters that tells when it was: `sql-20260309-141502`, in UTC. */
export function restorePointName(at: Date): string {
  const digits = at.toISOString().replaceAll(/\D/g, '');
  return `sql-${digits.slice(0, 8)}-${digits.slice(8, 14)}`;
}
