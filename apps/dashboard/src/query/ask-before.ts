import type { ConfirmationNeeded } from '@basalt/contract';
import { findRisks } from '@basalt/sql';
import { type Persisted, readPersisted } from '../lib/persisted.ts';

/** Which writes are asked about before they run: all of them, or only those that may remove something. */
export type AskBefore = 'every-write' | 'removing';

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
