import type { ConnectionTarget } from '../connections/connection-target.ts';
import { QueryError, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import { collectAnswer, withSession } from '../queries/run-query.ts';
import { sendExtended, sendSimple } from '../queries/send-query.ts';
import { controlsTransaction, inScript, scriptPieces } from './script-pieces.ts';

/** What a statement did before it was taken back. */
export interface DryRunStatement {
  readonly command: string;
  /** Rows read or changed; null where there is no count. */
  readonly rowCount: number | null;
}

export interface DryRun {
  readonly statements: readonly DryRunStatement[];
  /** Why it ended early; null: everything ran. */
  readonly failure: QueryError | null;
}

const ANSWER_BYTES = 16 * 1024 * 1024;
const TRIAL_MS = 30_000;
const BEGIN = `begin; set local lock_timeout = '2s'; set local statement_timeout = '15s';
  set local idle_in_transaction_session_timeout = '30s'`;

/**
 * Runs a script in one transaction and takes it back. Each statement goes by itself over the extended protocol and none may end the
 * transaction, so nothing of it stays but what no transaction holds: numbers that sequences gave away. Locks are held meanwhile.
 */
export async function dryRunScript(
  target: ConnectionTarget,
  sql: string,
  signal?: AbortSignal,
): Promise<DryRun> {
  const pieces = scriptPieces(sql);
  if (pieces.some(controlsTransaction)) return { statements: [], failure: ownTransaction() };
  const statements: DryRunStatement[] = [];
  const stops = [AbortSignal.timeout(TRIAL_MS), ...(signal === undefined ? [] : [signal])];
  const options = { signal: AbortSignal.any(stops), maxBytes: ANSWER_BYTES };
  let failure: QueryError | null = null;
  try {
    await withSession(target, sql, options, async (session) => {
      sendSimple(session, BEGIN);
      await collectAnswer(session, ANSWER_BYTES);
      for (const piece of pieces) {
        try {
          sendExtended(session, piece.text, []);
          const { command, rowCount } = await collectAnswer(session, ANSWER_BYTES);
          statements.push({ command, rowCount });
        } catch (error) {
          failure = inScript(toQueryError(error), sql, piece);
          break;
        }
      }
      sendSimple(session, 'rollback');
    });
  } catch (error) {
    failure ??= toQueryError(error);
  }
  return { statements, failure };
}

function ownTransaction(): QueryError {
  return new QueryError({
    message: 'It begins or ends transactions of its own, so it cannot be tried without keeping what it does',
    code: SQLSTATE.internal,
  });
}
