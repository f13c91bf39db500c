import { type ConnectionTarget, withSetting } from '../connections/connection-target.ts';
import { cancelledError, QueryError, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import { checkSqlText } from '../queries/check-sql-text.ts';
import { beginReadOnly, readOnlyTarget } from '../queries/read-only-query.ts';
import { sendExtended } from '../queries/send-query.ts';
import { cancelOnAbort } from '../wire/cancel-on-abort.ts';
import { openSession, type Session } from '../wire/session.ts';
import { CsvTranslator } from './csv-translator.ts';

export interface CsvOptions {
  readonly parameters?: readonly unknown[] | undefined;
  /**
   * Gets the file piece by piece, the first one not before the first row is there or the statement has ended. While the
   * promise is open nothing more is read from the server.
   */
  readonly write: (text: string) => Promise<void>;
  /** Cancels the statement on the server. */
  readonly signal?: AbortSignal | undefined;
  readonly statementTimeoutMs: number;
}

/** A row is held in memory before it is written; a larger one ends the export. */
const MAX_ROW_BYTES = 64 * 1024 * 1024;

/**
 * Writes all rows of one statement as CSV: a header, CRLF, quotes where RFC 4180 wants them, NULL as nothing, texts that
 * a spreadsheet would run behind an apostrophe. The statement runs in a read-only transaction that is undone.
 * Throws QueryError: the server's, 54000 for a row over 64 MB, 42601 for a statement that gives no rows, 57014 when
 * cancelled; and what `write` throws.
 */
export async function writeCsv(target: ConnectionTarget, sql: string, options: CsvOptions): Promise<void> {
  const refused = checkSqlText(sql);
  if (refused !== null) throw refused;
  const { signal, statementTimeoutMs } = options;
  const limited = withSetting(readOnlyTarget(target), 'statement_timeout', Math.trunc(statementTimeoutMs));
  const session = await openSession(limited, {
    signal,
    maxValueBytes: MAX_ROW_BYTES,
    maxRowBytes: MAX_ROW_BYTES,
  });
  try {
    await cancelOnAbort(target, session, signal, () => transfer(session, sql, options));
  } catch (error) {
    throw signal?.aborted ? cancelledError() : toQueryError(error);
  } finally {
    await session.close();
  }
}

async function transfer(session: Session, sql: string, { parameters, write }: CsvOptions): Promise<void> {
  await beginReadOnly(session);
  sendExtended(session, sql, parameters ?? []);
  const translator = new CsvTranslator();
  for await (const portion of session.answer()) {
    const text = portion.map((message) => translator.take(message)).join('');
    if (translator.failure !== null) throw translator.failure;
    if (text !== '') await write(text);
  }
  if (translator.hasRows) return;
  throw new QueryError({
    message: 'This statement gives no rows, so there is nothing to export.',
    code: SQLSTATE.syntaxError,
  });
}
