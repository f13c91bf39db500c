import { statementTokens, topLevelKeywords, wordOf } from '@basalt/sql';
import { QueryError, SQLSTATE } from '../errors/query-error.ts';

/** The error for a text that cannot be sent at all, or null. */
export function checkSqlText(sql: string): QueryError | null {
  const nul = sql.indexOf('\0');
  if (nul >= 0) {
    const message = 'The SQL text contains a NUL character, which PostgreSQL cannot read. Remove it.';
    return new QueryError({ message, code: SQLSTATE.badText, position: [...sql.slice(0, nul)].length + 1 });
  }
  return findClientCopy(sql) ?? findPsqlCommand(sql);
}

// Cheap, so that a large script full of escapes is not read twice.
const POSSIBLE_COMMAND = /(^|[;\r\n])[ \t]*\\/;
const FIRST_ON_ITS_LINE = /(^|[\r\n])[ \t]*$/;
const COMMAND_NAME = /^\\[a-z!?.]*\+?/i;

/**
 * The error for the first command of psql (`\d`, `\copy`, `\gx`) in a text, or null. Only a backslash that begins a
 * statement or a line counts: elsewhere the server says it better.
 */
function findPsqlCommand(sql: string): QueryError | null {
  if (!POSSIBLE_COMMAND.test(sql)) return null;
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
  const name = COMMAND_NAME.exec(sql.slice(start, start + 20))?.[0] ?? '\\';
  return new QueryError({
    message: `${name} is a command of psql, and works in psql only.`,
    hint: 'Write SQL here, or open the database in psql with the connection string of the project.',
    code: SQLSTATE.syntaxError,
    position: [...sql.slice(0, start)].length + 1,
  });
}

const CLIENT_SIDE: ReadonlySet<string> = new Set(['stdin', 'stdout']);

const NO_CLIENT_TO_COPY = {
  message:
    'COPY from STDIN or to STDOUT needs a client that sends or receives the data, and here there is none.',
  hint: 'Use INSERT or SELECT here, or run COPY in psql with the connection string of the project.',
  code: SQLSTATE.notSupported,
};

/** The error for a COPY that waits for data from the client. */
export function clientCopyError(position: number | null = null): QueryError {
  return new QueryError({ ...NO_CLIENT_TO_COPY, position });
}

/**
 * The error for the first `COPY … FROM STDIN` or `COPY … TO STDOUT` of a text, or null. Such a text is refused before
 * any of it runs: the server would wait for data for ever.
 */
function findClientCopy(sql: string): QueryError | null {
  if (!/copy/i.test(sql)) return null;
  for (const tokens of statementTokens(sql)) {
    if (wordOf(sql, tokens[0]) !== 'copy') continue;
    for (const { word, index } of topLevelKeywords(sql, tokens) ?? []) {
      const target = tokens[index + 1];
      if ((word === 'from' || word === 'to') && target && CLIENT_SIDE.has(wordOf(sql, target))) {
        return clientCopyError([...sql.slice(0, target.start)].length + 1);
      }
    }
  }
  return null;
}
