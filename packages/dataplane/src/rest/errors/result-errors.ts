import { QueryError, SQLSTATE } from '@basalt/postgres';
import { RestError } from './rest-error.ts';

/** Errors that are known only when the answer is there. What was written is taken back. */

/** PGRST111 */
export function badResponseHeaders(): RestError {
  return new RestError({
    status: 500,
    code: 'PGRST111',
    message:
      'response.headers guc must be a JSON array composed of objects with a single key and a string value',
  });
}

/** PGRST112 */
export function badResponseStatus(): RestError {
  return new RestError({
    status: 500,
    code: 'PGRST112',
    message: 'response.status guc must be a valid status code',
  });
}

/** PGRST116: a single object was asked for and there are none or many. */
export function notSingular(rows: number): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST116',
    message: 'Cannot coerce the result to a single JSON object',
    details: `The result contains ${rows} rows`,
  });
}

/** PGRST124 */
export function maxAffectedExceeded(rows: number): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST124',
    message: 'Query result exceeds max-affected preference constraint',
    details: `The query affects ${rows} rows`,
  });
}

const ASK_FOR_PAGES = 'ask page by page with limit and offset (range() in supabase-js)';

/** 54000, as the database says of what is too large for it, but 413. @param changed whether the request wrote something that stays */
export function answerTooLarge(maxBytes: number, changed: boolean): RestError {
  const size = `${Math.round(maxBytes / (1024 * 1024))} MB`;
  return new RestError({
    status: 413,
    code: SQLSTATE.tooLarge,
    message: `The answer is larger than ${size}, the most that one request can get.${changed ? ' What the request changed is changed.' : ''}`,
    hint: changed
      ? 'Write fewer rows at a time, or leave the answer out with Prefer: return=minimal.'
      : `Ask for fewer rows or columns, or ${ASK_FOR_PAGES}.`,
  });
}

/** A read without a bound that took too long gets the advice that helps. The rest is what the database says. */
export function adviseOnTimeout(error: unknown): unknown {
  if (!(error instanceof QueryError) || error.code !== SQLSTATE.cancelled || error.hint !== null)
    return error;
  const hint = `The request has no limit, or a high one: ${ASK_FOR_PAGES}. Max rows in the settings of the Data API bounds all reads.`;
  return new QueryError({ ...error.toJSON(), hint }, { cause: error });
}
