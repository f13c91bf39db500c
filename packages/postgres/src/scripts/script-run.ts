import { type ConnectionTarget, withSetting } from '../connections/connection-target.ts';
import { cancelledError, type QueryError, SQLSTATE, toQueryError } from '../errors/query-error.ts';
import { checkSqlText } from '../queries/check-sql-text.ts';
import { cancelOnAbort } from '../wire/cancel-on-abort.ts';
import { openSession, type Session } from '../wire/session.ts';
import { AnswerDelivery } from './answer-delivery.ts';
import type { RowCaps } from './row-batch.ts';
import { ScriptDelivery } from './script-delivery.ts';
import type { ScriptEvent, ScriptOutcome } from './script-events.ts';
import { statementAt } from './script-pieces.ts';
import { ScriptTranslator } from './script-translator.ts';

export interface RunScriptOptions extends RowCaps {
  /** Gets every event in order. While a promise it returned is open, nothing more is read from the server. */
  readonly onEvent: (event: ScriptEvent) => void | Promise<void>;
  /** Values of `$1`, `$2` …, bound as they are. With them, even with none, the text is exactly one statement. */
  readonly parameters?: readonly unknown[] | undefined;
  /** Cancels the script on the server. */
  readonly signal?: AbortSignal | undefined;
  /** Limit per statement; 0 means none. Without it, what the role or the server says. */
  readonly statementTimeoutMs?: number | undefined;
  /** Longer values are cut when shown, default 256 kB. */
  readonly maxValueBytes?: number | undefined;
  readonly connectTimeoutMs?: number | undefined;
}

/** Asks the server over the session and delivers what it answers. Returns the server's error, if the script failed. */
export type ScriptWork = (session: Session, answers: AnswerDelivery) => Promise<QueryError | null>;

interface Run {
  readonly target: ConnectionTarget;
  readonly sql: string;
  readonly options: RunScriptOptions;
  readonly work: ScriptWork;
}

const MAX_VALUE_BYTES = 256 * 1024;
const ENDED_BY_US: ReadonlySet<string> = new Set([
  SQLSTATE.cancelled,
  SQLSTATE.terminated,
  SQLSTATE.connectionLost,
]);

/**
 * Runs `work` on a connection of its own and tells its events to `onEvent`, from `started` to `done`. Never throws for
 * a failing script or an unreachable server (an `error` event and the outcome say it); throws only what `onEvent`
 * throws, after cancelling.
 */
export async function tellScript(run: Run): Promise<ScriptOutcome> {
  const started = performance.now();
  const delivery = new ScriptDelivery(run.options.onEvent, run.options.signal);
  const translator = new ScriptTranslator(run.options, () => performance.now());
  const failure = await execute(run, delivery, translator).catch(toQueryError);
  const cancelled = failure !== null && delivery.signal.aborted && ENDED_BY_US.has(failure.code);
  const error = failure && {
    ...(cancelled ? cancelledError() : failure).toJSON(),
    statement: statementAt(run.sql, failure.position, translator.completed),
  };
  if (error !== null) await delivery.send({ type: 'error', ...error });
  const milliseconds = performance.now() - started;
  await delivery.send({ type: 'done', milliseconds });
  delivery.rethrowFailure();
  const status = error === null ? 'completed' : cancelled ? 'cancelled' : 'failed';
  return { status, results: translator.completed, milliseconds, error };
}

async function execute(
  { target, sql, options, work }: Run,
  delivery: ScriptDelivery,
  translator: ScriptTranslator,
): Promise<QueryError | null> {
  const refused = checkSqlText(sql);
  if (refused !== null) return refused;
  const { statementTimeoutMs, connectTimeoutMs, maxValueBytes = MAX_VALUE_BYTES } = options;
  const limited =
    statementTimeoutMs === undefined
      ? target
      : withSetting(target, 'statement_timeout', Math.trunc(statementTimeoutMs));
  const session = await openSession(limited, { signal: delivery.signal, connectTimeoutMs, maxValueBytes });
  try {
    await delivery.send({ type: 'started', backendPid: session.backendPid });
    const answers = new AnswerDelivery(target, delivery, translator);
    return await cancelOnAbort(target, session, delivery.signal, () => work(session, answers));
  } finally {
    await session.close();
  }
}
