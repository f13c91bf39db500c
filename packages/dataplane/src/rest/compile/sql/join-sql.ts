import { queryParseError } from '../../errors/index.ts';

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
