import { statementTokens } from '@basalt/sql';
import { QueryError, SQLSTATE } from './query-error.ts';

// Cheap, so that a large script full of escapes is not read twice.
const POSSIBLE = /(^|[;\r\n])[ \t]*\\/;
const FIRST_ON_ITS_LINE = /(^|[\r\n])[ \t]*$/;
const NAME = /^\\[a-z!?.]*\+?/i;

/**
 * The error for the first command of psql (`\d`, `\copy`, `\gx`) in a text, or null. Only a backslash that begins a
 * statement or a line counts: elsewhere the server says it better.
 */
export function findPsqlCommand(sql: string): QueryError | null {
  if (!POSSIBLE.test(sql)) return null;
  for (const tokens of statementTokens(sql)) {
    const found = tokens.find(
      ({ kind, start }, index) =>
        kind === 'unknown' &&
        sql[start] === '\\' &&
        (index === 0 || FIRST_ON_ITS_LINE.test(sql.slice(Math.max(0, start - 200), start))),
    );
    if (found !== undefined) return commandError(sql, found.start);
  }
  return null;
}

function commandError(sql: string, start: number): QueryError {
  const name = NAME.exec(sql.slice(start, start + 20))?.[0] ?? '\\';
  return new QueryError({
    message: `${name} is a command of psql, and works in psql only.`,
    hint: 'Write SQL here, or open the database in psql with the connection string of the project.',
    code: SQLSTATE.syntaxError,
    position: [...sql.slice(0, start)].length + 1,
  });
}
