import type { ConnectionTarget } from '../connections/connection-target.ts';
import { QueryError, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import { beginReadOnly, lastTimeout, readOnlyTarget } from '../queries/read-only-query.ts';
import { sendExtended } from '../queries/send-query.ts';
import { cancelOnAbort } from '../wire/cancel-on-abort.ts';
import type { Session } from '../wire/session.ts';
import type { AnswerDelivery } from './answer-delivery.ts';
import type { ScriptOutcome } from './script-events.ts';
import { inScript, scriptPieces } from './script-pieces.ts';
import { type RunScriptOptions, tellScript } from './script-run.ts';

const STATEMENT_TIMEOUT_MS = 30_000;
/**
 * Runs a text whose statements can only read: each by itself, in a read-only transaction that is undone afterwards (see
 * `beginReadOnly`), with a timeout (default 30 s; 0 means none). Where a statement ends is found out here, for
 * convenience: a piece that is two statements to the server is refused by it. Settings and transactions of a statement
 * therefore do not reach the next one. What the caller may see is decided by the rights of `target.user`, which should
 * be a read-only role. Tells events and returns like `runScript`; a write is 25006.
 */
export function runReadOnlyScript(
  target: ConnectionTarget,
  sql: string,
  options: RunScriptOptions,
): Promise<ScriptOutcome> {
  const { parameters, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options;
  const readOnly = readOnlyTarget(target);
  return tellScript({
    target: readOnly,
    sql,
    options: { ...options, statementTimeoutMs },
    work: async (session, answers) => {
      const pieces = parameters === undefined ? scriptPieces(sql) : [{ text: sql, start: 0 }];
      for (const piece of pieces) {
        const failure = await withinTimeout(readOnly, session, statementTimeoutMs, async () => {
          await beginReadOnly(session);
          sendExtended(session, piece.text, parameters ?? []);
          return await answers.deliver(session);
        });
        if (failure !== null) return inScript(failure, sql, piece);
      }
      return null;
    },
  });
}

/** Ends a statement that does not obey its timeout, with an error that says so. */
async function withinTimeout(
  target: ConnectionTarget,
  session: Session,
  timeoutMs: number,
  work: () => ReturnType<AnswerDelivery['deliver']>,
): Promise<QueryError | null> {
  const timeout = lastTimeout(timeoutMs);
  const failure = await cancelOnAbort(target, session, timeout, work).catch(toQueryError);
  if (failure === null || !timeout?.aborted) return failure;
  const message = `The statement was stopped: it ran longer than ${timeoutMs / 1000} seconds.`;
  return new QueryError({ message, code: SQLSTATE.cancelled });
}
