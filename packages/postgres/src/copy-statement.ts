import { statementTokens, topLevelKeywords, wordOf } from '@basalt/sql';
import { QueryError, SQLSTATE } from './query-error.ts';

const CLIENT_SIDE: ReadonlySet<string> = new Set(['stdin', 'stdout']);

const EXPLANATION = {
  message:
    'COPY from STDIN or to STDOUT needs a client that sends or receives the data, and here there is none.',
  hint: 'Use INSERT or SELECT here, or run COPY in psql with the connection string of the project.',
  code: SQLSTATE.notSupported,
};

/** The error for a COPY that waits for data from the client. */
export function clientCopyError(position: number | null = null): QueryError {
  return new QueryError({ ...EXPLANATION, position });
}

/**
 * The error for the first `COPY … FROM STDIN` or `COPY … TO STDOUT` of a text, or null. Such a text is refused before
 * any of it runs: the server would wait for data for ever.
 */
export function findClientCopy(sql: string): QueryError | null {
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
