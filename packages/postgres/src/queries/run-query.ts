import { type ConnectionTarget, withSetting } from '../connections/connection-target.ts';
import { cancelledError, toQueryError } from '../errors/query-error.ts';
import { cancelOnAbort } from '../wire/cancel-on-abort.ts';
import { openSession, type Session } from '../wire/session.ts';
import { checkSqlText, clientCopyError } from './check-sql-text.ts';
import { type QueryResult, ResultCollector } from './query-result.ts';
import { sendExtended, sendSimple } from './send-query.ts';

export interface RunQueryOptions {
  readonly signal?: AbortSignal | undefined;
  /** Values of the result in bytes, default 16 MB. More is an error, never a cut. */
  readonly maxBytes?: number | undefined;
  /** Limit per statement; 0 means none. Without it, what the role or the server says. */
  readonly statementTimeoutMs?: number | undefined;
  readonly connectTimeoutMs?: number | undefined;
}

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Runs a query on a connection of its own and returns the rows of the last statement that has any. Without parameters
 * the text may hold several statements, which are one transaction; with a list of parameters, even an empty one, it
 * holds exactly one. Throws QueryError: the server's, 54000 for a result beyond `maxBytes`, 57014 when cancelled.
 */
export async function runQuery(
  target: ConnectionTarget,
  sql: string,
  parameters?: readonly unknown[],
  options: RunQueryOptions = {},
): Promise<QueryResult> {
  return await withSession(target, sql, options, async (session) => {
    if (parameters === undefined) sendSimple(session, sql);
    else sendExtended(session, sql, parameters);
  });
}

/**
 * Opens a session for one caller's text, sends it with `send`, reads the answer and closes the session whatever
 * happened.
 */
export async function withSession(
  target: ConnectionTarget,
  sql: string,
  options: RunQueryOptions,
  send: (session: Session) => void | Promise<void>,
): Promise<QueryResult> {
  const refused = checkSqlText(sql);
  if (refused !== null) throw refused;
  const { signal, connectTimeoutMs, statementTimeoutMs, maxBytes = MAX_BYTES } = options;
  const session = await openSession(
    statementTimeoutMs === undefined
      ? target
      : withSetting(target, 'statement_timeout', Math.trunc(statementTimeoutMs)),
    { signal, connectTimeoutMs, maxValueBytes: maxBytes },
  );
  const tooLarge = new AbortController();
  const stop = signal === undefined ? tooLarge.signal : AbortSignal.any([signal, tooLarge.signal]);
  try {
    return await cancelOnAbort(target, session, stop, async () => {
      await send(session);
      return await collectAnswer(session, maxBytes, () => tooLarge.abort());
    });
  } catch (error) {
    throw signal?.aborted ? cancelledError() : toQueryError(error);
  } finally {
    await session.close();
  }
}

/** Reads one answer to its end. Throws the server's error, or 54000 after `onTooLarge` was called. */
export async function collectAnswer(
  session: Session,
  maxBytes: number,
  onTooLarge: () => void = () => {},
): Promise<QueryResult> {
  const collector = new ResultCollector(maxBytes);
  try {
    for await (const portion of session.answer()) {
      for (const message of portion) {
        if (message.type === 'G' || message.type === 'H' || message.type === 'W') throw clientCopyError();
        collector.take(message);
      }
      if (collector.isTooLarge) onTooLarge();
    }
  } catch (error) {
    throw collector.failure ?? error;
  }
  if (collector.failure !== null) throw collector.failure;
  return collector.result;
}
