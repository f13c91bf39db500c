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
