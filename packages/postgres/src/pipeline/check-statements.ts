import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import type { PipelineStatement } from './pipeline.ts';

/** The protocol counts values in two bytes. */
const MAX_VALUES = 65_535;
/** In characters: at three bytes each they still fit into the gigabyte that a message may have. */
const MAX_LENGTH = 256 * 1024 * 1024;

/** The error for statements that cannot be sent as they are, or null. Bytes that are not UTF-8 are left to the server. */
export function checkStatements(statements: readonly PipelineStatement[]): QueryError | null {
  for (const { sql, values } of statements) {
    const refused = checkText(sql, 'The SQL text');
    if (refused !== null) return refused;
    if (values.length > MAX_VALUES) return tooManyValues();
    let length = sql.length;
    for (const value of values) {
      if (value === null) continue;
      const bad = checkText(value, 'A value');
      if (bad !== null) return bad;
      length += value.length;
    }
    if (length > MAX_LENGTH) return tooLong();
  }
  return null;
}

function checkText(text: string | Buffer, what: string): QueryError | null {
  const hasNul = typeof text === 'string' ? text.includes('\0') : text.includes(0);
  if (hasNul) return badText(`${what} contains a NUL character, which PostgreSQL cannot store. Remove it.`);
  if (typeof text === 'string' && !text.isWellFormed())
    return badText(`${what} contains half of a character (an unpaired surrogate). Remove it.`);
  return null;
}

function badText(message: string): QueryError {
  return new QueryError({ message, code: SQLSTATE.badText });
}

function tooManyValues(): QueryError {
  const message = `A statement can have ${MAX_VALUES.toLocaleString('en-US')} values at most.`;
  return new QueryError({ message, code: '54023' });
}

function tooLong(): QueryError {
  const message = 'A statement and its values can have 256 MB at most. Send less at a time.';
  return new QueryError({ message, code: SQLSTATE.tooLarge });
}
