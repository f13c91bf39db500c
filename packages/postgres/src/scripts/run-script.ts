import type { ConnectionTarget } from '../connections/connection-target.ts';
import { sendAsTransaction, sendExtended, sendSimple } from '../queries/send-query.ts';
import type { ScriptOutcome } from './script-events.ts';
import { controlsTransaction, inScript, scriptPieces } from './script-pieces.ts';
import { type RunScriptOptions, tellScript } from './script-run.ts';

/**
 * Runs a text with any number of statements on a connection of its own: all of it is one transaction unless it holds
 * BEGIN or COMMIT. Without these, what a statement answers is told before the next one has run. With parameters it is one
 * statement. Rows stream to `onEvent`; rows beyond the caps are counted and not sent. Never throws for a failing script
 * or an unreachable server (an `error` event and the outcome say it); throws only what `onEvent` throws, after
 * cancelling.
 */
export function runScript(
  target: ConnectionTarget,
  sql: string,
  options: RunScriptOptions,
): Promise<ScriptOutcome> {
  const { parameters } = options;
  return tellScript({
    target,
    sql,
    options,
    work: async (session, answers) => {
      const pieces = parameters === undefined ? scriptPieces(sql) : [];
      // The simple protocol would keep the answers of a script back until its last statement has run.
      if (pieces.length > 1 && !pieces.some(controlsTransaction)) {
        sendAsTransaction(
          session,
          pieces.map(({ text }) => text),
        );
        const failure = await answers.deliverTransaction(session, pieces.length);
        return failure && inScript(failure, sql, pieces[answers.completed]);
      }
      if (parameters === undefined) sendSimple(session, sql);
      else sendExtended(session, sql, parameters);
      return await answers.deliver(session);
    },
  });
}
