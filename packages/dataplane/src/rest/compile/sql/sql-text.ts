import { quoteIdent, quoteLiteral } from '@basalt/sql';
import { queryParseError, RestError } from '../../errors/index.ts';
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
