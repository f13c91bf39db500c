import type { CompiledQuery } from '../compile/answer/compiled-query.ts';
import { putKeyMismatch } from '../errors/request-errors.ts';
import type { RestError } from '../errors/rest-error.ts';
import { maxAffectedExceeded, notSingular } from '../errors/result-errors.ts';
import type { RestRequest } from '../request/rest-request.ts';

/** The error of an answer with a number of rows that the request does not allow, null when all is well. */
export function checkRows(
  expected: CompiledQuery['expectRows'],
  rows: number,
  method: RestRequest['method'],
): RestError | null {
  if (expected === null) return null;
  if (expected.kind === 'at-most') return rows > expected.rows ? maxAffectedExceeded(rows) : null;
  if (rows === 1) return null;
  return method === 'PUT' ? putKeyMismatch() : notSingular(rows);
}
