import { checkSqlText } from './check-sql-text.ts';
import { type ConnectionTarget, withSetting } from './connection-target.ts';
import { clientCopyError } from './copy-statement.ts';
import { type QueryError, SQLSTATE } from './query-error.ts';
import type { RowCaps } from './row-batch.ts';
import { ScriptDelivery } from './script-delivery.ts';
import type { ScriptEvent, ScriptOutcome } from './script-events.ts';
import { ScriptTranslator } from './script-translator.ts';
import { statementAt } from './statement-at.ts';
import { cancelledError, toQueryError } from './to-query-error.ts';
import { TypeLookup } from './type-lookup.ts';
import { cancelOnAbort } from './wire/cancel-on-abort.ts';
import { openSession, type Session } from './wire/session.ts';

export interface RunScriptOptions extends RowCaps {
  /** Gets every event in order. While a promise it returned is open, nothing more is read from the server. */
  readonly onEvent: (event: ScriptEvent) => void | Promise<void>;
  /** Cancels the script on the server. */
  readonly signal?: AbortSignal | undefined;
  /** Limit per statement; 0 means none. Without it, what the role or the server says. */
  readonly statementTimeoutMs?: number | undefined;
  /** Longer values are cut when shown, default 256 kB. */
  readonly maxValueBytes?: number | undefined;
  readonly connectTimeoutMs?: number | undefined;
}

interface Run {
  readonly target: ConnectionTarget;
  readonly sql: string;
  readonly options: RunScriptOptions;
  readonly delivery: ScriptDelivery;
  readonly translator: ScriptTranslator;
}

const MAX_VALUE_BYTES = 256 * 1024;
const ENDED_BY_US: ReadonlySet<string> = new Set([
  SQLSTATE.cancelled,
  SQLSTATE.terminated,
  SQLSTATE.connectionLost,
]);

/**
 * Runs a text with any number of statements on a connection of its own, the way psql sends a string: all of it is one
 * transaction unless it holds BEGIN or COMMIT. Rows stream to `onEvent`; rows beyond the caps are counted and not
 * sent. Never throws for a failing script or an unreachable server (an `error` event and the outcome say it); throws
 * only what `onEvent` throws, after cancelling.
 */
export async function runScript(
  target: ConnectionTarget,
  sql: string,
  options: RunScriptOptions,
): Promise<ScriptOutcome> {
  const started = performance.now();
  const delivery = new ScriptDelivery(options.onEvent, options.signal);
  const translator = new ScriptTranslator(options);
  const failure = await execute({ target, sql, options, delivery, translator }).catch(toQueryError);
  const cancelled = failure !== null && delivery.signal.aborted && ENDED_BY_US.has(failure.code);
  const error = failure && {
    ...(cancelled ? cancelledError() : failure).toJSON(),
    statement: statementAt(sql, failure.position, translator.completed),
  };
  if (error !== null) await delivery.send({ type: 'error', ...error });
  const milliseconds = performance.now() - started;
  await delivery.send({ type: 'done', milliseconds });
  delivery.rethrowFailure();
  const status = error === null ? 'completed' : cancelled ? 'cancelled' : 'failed';
  return { status, results: translator.completed, milliseconds, error };
}

async function execute(run: Run): Promise<QueryError | null> {
  const { target, sql, options, delivery } = run;
  const refused = checkSqlText(sql);
  if (refused !== null) return refused;
  const { statementTimeoutMs } = options;
  const session = await openSession(
    statementTimeoutMs === undefined
      ? target
      : withSetting(target, 'statement_timeout', Math.trunc(statementTimeoutMs)),
    {
      signal: delivery.signal,
      connectTimeoutMs: options.connectTimeoutMs,
      maxValueBytes: options.maxValueBytes ?? MAX_VALUE_BYTES,
    },
  );
  try {
    await delivery.send({ type: 'started', backendPid: session.backendPid });
    return await cancelOnAbort(target, session, delivery.signal, () => {
      session.send.query(sql);
      return deliverAnswer(run, session);
    });
  } finally {
    await session.close();
  }
}

/** Sends the events of the answer as they come. Returns the server's error, if the script failed. */
async function deliverAnswer(
  { target, delivery, translator }: Run,
  session: Session,
): Promise<QueryError | null> {
  const types = new TypeLookup(target);
  let failure: QueryError | null = null;
  try {
    for await (const portion of session.answer()) {
      for (const event of translator.translate(portion)) {
        if (event.type === 'error') failure ??= event.error;
        else if (event.type === 'client-copy') throw clientCopyError();
        else if (event.type === 'fields') {
          const names = await types.names(
            event.fields.map(({ typeId }) => typeId),
            delivery.signal,
          );
          const fields = event.fields.map(({ name, tableId, columnId }, index) => ({
            name,
            type: names[index] ?? '',
            tableId,
            columnId,
          }));
          await delivery.send({ ...event, fields });
        } else await delivery.send(event);
      }
    }
  } catch (error) {
    // A server that shuts down says why and then hangs up: the reason is worth more than the broken connection.
    throw failure ?? error;
  }
  return failure;
}
