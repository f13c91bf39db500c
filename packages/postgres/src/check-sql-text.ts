import { findClientCopy } from './copy-statement.ts';
import { findPsqlCommand } from './psql-command.ts';
import { QueryError, SQLSTATE } from './query-error.ts';

/** The error for a text that cannot be sent at all, or null. */
export function checkSqlText(sql: string): QueryError | null {
  const nul = sql.indexOf('\0');
  if (nul >= 0) {
    const message = 'The SQL text contains a NUL character, which PostgreSQL cannot read. Remove it.';
    return new QueryError({ message, code: SQLSTATE.badText, position: [...sql.slice(0, nul)].length + 1 });
  }
  return findClientCopy(sql) ?? findPsqlCommand(sql);
}
