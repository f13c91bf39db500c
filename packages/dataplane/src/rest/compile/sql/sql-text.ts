import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { queryParseError, RestError } from '../../errors/index.ts';
import { MAX_JSON_DEPTH } from '../../request/limits.ts';
import type { QualifiedName } from '../../schema-cache/schema-cache.ts';

/** A name of a request as SQL. @throws {RestError} PGRST100 for what cannot be a name: an empty text, a NUL character */
export function quoteName(name: string): string {
  if (name === '') throw unusable('a name cannot be empty');
  return quoteIdent(withoutNul(name));
}

export function quoteQualified({ schema, name }: QualifiedName): string {
  return `${quoteName(schema)}.${quoteName(name)}`;
}

/** A text of a request as an SQL literal: keys of JSON and languages, which plans depend on. @throws {RestError} PGRST100 */
export function quoteText(text: string): string {
  return quoteLiteral(withoutNul(text));
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw unusable('a NUL character is not allowed in names');
  return text;
}

function unusable(details: string): RestError {
  return new RestError({
    status: 400,
    code: 'PGRST100',
    message: '"failed to parse query string"',
    details,
  });
}

// A short URL can ask for the same embed again and again on every level, and each level multiplies the text of the one below.
const MAX_LENGTH = 500_000;

/** Joins pieces of SQL, as long as the whole stays of a sane length. @throws {RestError} PGRST100 when it does not */
export function joinSql(pieces: readonly string[], separator: string): string {
  let length = 0;
  for (const piece of pieces) length += piece.length + separator.length;
  if (length > MAX_LENGTH)
    throw queryParseError('failed to parse query string', 1, 'its parts make too long a query together');
  return pieces.join(separator);
}

/** Texts as one PostgreSQL array literal. Every element is quoted, so `NULL` and the empty text stay texts. */
export function arrayText(values: readonly string[]): string {
  return `{${values.map(quoteElement).join(',')}}`;
}

function quoteElement(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

// PostgreSQL's own limits, which it reports as failures of the server.
const MAX_DIMENSIONS = 6;
const MAX_NEGATIONS = 24;
const NEGATIONS = new RegExp(`(?:[-!]\\s*){${MAX_NEGATIONS + 1}}`);

/** A value of a request that PostgreSQL will parse as JSON, an array or the like. @throws {RestError} PGRST100 when it is too deep */
export function checkDepth(value: string): void {
  if (isDeeperThan(value, MAX_JSON_DEPTH)) refuse(`nested deeper than ${MAX_JSON_DEPTH} levels`);
}

/** A value that is an array's text. @throws {RestError} PGRST100 when it has too many dimensions */
export function checkDimensions(value: string): void {
  if (value.startsWith('{{') && isDeeperThan(value, MAX_DIMENSIONS))
    refuse(`an array of more than ${MAX_DIMENSIONS} dimensions`);
}

/** A text search with operators. @throws {RestError} PGRST100 when it nests or negates again and again */
export function checkSearch(value: string): void {
  if (isDeeperThan(value, MAX_JSON_DEPTH, '(')) refuse(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (NEGATIONS.test(value)) refuse(`more than ${MAX_NEGATIONS} negations in a row`);
}

function refuse(details: string): never {
  throw queryParseError('failed to parse filter', 1, details);
}

const PIECES = /"(?:[^"\\]|\\.)*"?|[[{(\]})]/gs;
const CLOSING = ']})';

/** Whether `opening` brackets outside of double quotes lie in each other more than `levels` deep. */
function isDeeperThan(value: string, levels: number, opening = '[{'): boolean {
  if (value.length <= levels) return false;
  let depth = 0;
  for (const [piece] of value.matchAll(PIECES)) {
    if (opening.includes(piece)) depth += 1;
    else if (CLOSING.includes(piece)) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
