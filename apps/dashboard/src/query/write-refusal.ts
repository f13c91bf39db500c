import type { RunFailure } from './run-failure.ts';

/** SQLSTATE of what a role may not do, and of what a read-only transaction may not do. */
const CODES: ReadonlySet<string> = new Set(['42501', '25006']);
const WORDS = /\bmust be (the )?owner\b|\bpermission denied\b|\bread-only transaction\b/i;

/** Whether a read-only run failed because its SQL writes, so that it could run on the read-write connection. */
export function isWriteRefusal(failure: RunFailure): boolean {
  if (failure.kind === 'sql') return CODES.has(failure.error.code) || WORDS.test(failure.error.message);
  if (failure.kind === 'request')
    return failure.error.code === 'sql_error' && WORDS.test(failure.error.message);
  return false;
}
