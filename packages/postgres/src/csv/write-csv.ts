import { type ConnectionTarget, withSetting } from '../connections/connection-target.ts';
import { cancelledError, QueryError, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import { checkSqlText } from '../queries/check-sql-text.ts';
import { beginReadOnly, readOnlyTarget } from '../queries/read-only-query.ts';
import { collectAnswer } from '../queries/run-query.ts';
import { sendExtended } from '../queries/send-query.ts';
import { cancelOnAbort } from '../wire/cancel-on-abort.ts';
import { openSession, type Session } from '../wire/session.ts';
import type { AnswerTranslator } from './answer-translator.ts';
import { CsvTranslator } from './csv-translator.ts';

export interface WriteOptions {
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

/** Of a setting's value, which is sent back. */
const SETTING_BYTES = 1024 * 1024;
/** A row is held in memory before it is written; a larger one ends the export. */
const MAX_ROW_BYTES = 64 * 1024 * 1024;

/**
 * Writes all rows of one statement as CSV: a header, CRLF, quotes where RFC 4180 wants them, NULL as nothing, texts that
 * a spreadsheet would run behind an apostrophe. The statement runs in a read-only transaction that is undone.
 * Throws QueryError: the server's, 54000 for a row over 64 MB, 42601 for a statement that gives no rows, 57014 when
 * cancelled; and what `write` throws.
 */
export async function writeCsv(target: ConnectionTarget, sql: string, options: WriteOptions): Promise<void> {
  await writeAnswer(target, sql, options, new CsvTranslator());
}

/**
 * The same in another format.
 * @param settings set in the transaction before the statement: names and values. Throws like {@link writeCsv}
 */
export async function writeAnswer(
  target: ConnectionTarget,
  sql: string,
  options: WriteOptions,
  translator: AnswerTranslator,
  settings: readonly (readonly [name: string, value: string])[] = [],
): Promise<void> {
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
    await cancelOnAbort(target, session, signal, () =>
      transfer(session, sql, options, { translator, settings }),
    );
  } catch (error) {
    throw signal?.aborted ? cancelledError() : toQueryError(error);
  } finally {
    await session.close();
  }
}

interface Transfer {
  readonly translator: AnswerTranslator;
  readonly settings: readonly (readonly [name: string, value: string])[];
}

async function transfer(
  session: Session,
  sql: string,
  { parameters, write }: WriteOptions,
  { translator, settings }: Transfer,
): Promise<void> {
  await beginReadOnly(session);
  for (const setting of settings) {
    sendExtended(session, 'select pg_catalog.set_config($1, $2, true)', setting);
    await collectAnswer(session, SETTING_BYTES);
  }
  sendExtended(session, sql, parameters ?? []);
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
