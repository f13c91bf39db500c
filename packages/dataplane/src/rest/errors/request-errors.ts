import { RestError } from './rest-error.ts';

/** Errors of the request itself, codes PGRST100 to PGRST128. Messages are part of the wire protocol. */

/**
 * PGRST100: a part of the query string cannot be read.
 * @param what e.g. `failed to parse filter (foo.1)`; `column` is 1-based
 */
export function queryParseError(what: string, column: number, details: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST100',
    message: `"${what}" (line 1, column ${column})`,
    details,
  });
}

/** PGRST101 */
export function invalidRpcMethod(method: string): RestError {
  return new RestError({
    status: 405,
    code: 'PGRST101',
    message: `Cannot use the ${method} method on RPC`,
  });
}

/** PGRST102: the body, with a message that says what is wrong. */
export function invalidBody(message: string, details: string | null = null): RestError {
  return new RestError({ status: 400, code: 'PGRST102', message, details });
}

/** PGRST102: a body of a type that nothing here reads. */
export function unacceptableContentType(type: string): RestError {
  return invalidBody(`Content-Type not acceptable: ${type}`);
}

/** PGRST103: a range that makes no sense, or starts beyond the end. */
export function invalidRange(details: string): RestError {
  return new RestError({
    status: 416,
    code: 'PGRST103',
    message: 'Requested range not satisfiable',
    details,
  });
}

/** PGRST103 when the offset lies beyond a known total. */
export function offsetBeyondTotal(offset: number, total: number): RestError {
  return invalidRange(`An offset of ${offset} was requested, but there are only ${total} rows.`);
}

/** PGRST105: PUT */
export function invalidPutFilters(): RestError {
  return new RestError({
    status: 405,
    code: 'PGRST105',
    message: "Filters must include all and only primary key columns with 'eq' operators",
  });
}

/** PGRST106 */
export function unacceptableSchema(schema: string, exposed: readonly string[]): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST106',
    message: `Invalid schema: ${schema}`,
    hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
  });
}

/** PGRST106 as well: the project exposes no schema at all. */
export function dataApiOff(): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST106',
    message: 'The Data API of this project is switched off.',
    hint: 'Expose at least one schema in the settings of the Data API.',
  });
}

/** PGRST107 */
export function unacceptableMediaTypes(mediaTypes: readonly string[]): RestError {
  return new RestError({
    status: 406,
    code: 'PGRST107',
    message: `None of these media types are available: ${mediaTypes.join(', ')}`,
  });
}

/** PGRST108: a filter, order or limit addressed to something that `select` does not embed. */
export function notEmbedded(name: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST108',
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

/** PGRST114 */
export function putLimitNotAllowed(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST114',
    message: 'limit/offset querystring parameters are not allowed for PUT',
  });
}

/** PGRST115 */
export function putKeyMismatch(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST115',
    message: 'Payload values do not match URL in primary key column(s)',
  });
}

/** PGRST117 */
export function unsupportedMethod(method: string): RestError {
  return new RestError({ status: 405, code: 'PGRST117', message: `Unsupported HTTP method: ${method}` });
}

/** PGRST118: order by a column of a to-many embed. */
export function relatedOrderNotToOne(origin: string, target: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST118',
    message: `A related order on '${target}' is not possible`,
    details: `'${origin}' and '${target}' do not form a many-to-one or one-to-one relationship`,
  });
}

/** PGRST120: an embed can only be tested for null. */
export function badEmbedFilter(target: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST120',
    message: `Bad operator on the '${target}' embedded resource`,
    details: 'Only is null or not is null filters are allowed on embedded resources',
  });
}

/** PGRST122 */
export function invalidPreferences(preferences: readonly string[]): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST122',
    message: 'Invalid preferences given with handling=strict',
    details: `Invalid preferences: ${preferences.join(', ')}`,
  });
}

/** PGRST123 */
export function aggregatesNotAllowed(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST123',
    message: 'Use of aggregate functions is not allowed',
  });
}

/** PGRST125 */
export function invalidPath(): RestError {
  return new RestError({ status: 404, code: 'PGRST125', message: 'Invalid path specified in request URL' });
}

/** PGRST126 */
export function rootDisabled(): RestError {
  return new RestError({ status: 404, code: 'PGRST126', message: 'Root endpoint metadata is disabled' });
}

/** PGRST127 */
export function notImplemented(details: string): RestError {
  return new RestError({ status: 400, code: 'PGRST127', message: 'Feature not implemented', details });
}

/** PGRST128: `max-affected` on a function that gives one value. */
export function maxAffectedOnSingleReturn(): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST128',
    message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
  });
}

/** What the database itself says where such changes are forbidden to it: a change of all rows needs a filter that is always true. */
export function filterRequired(verb: 'UPDATE' | 'DELETE'): RestError {
  return new RestError({
    status: 400,
    code: '21000',
    message: `${verb} requires a WHERE clause`,
    hint: 'Add a filter. To mean every row, filter by something that all rows have, such as id=not.is.null.',
  });
}
