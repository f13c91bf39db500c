import { QueryError, SQLSTATE } from '../errors/query-error.ts';
import { encodeParameter } from '../values/encode-parameter.ts';
import type { Session } from '../wire/session.ts';

const MAX_PARAMETERS = 65_535;

/** Sends a text over the simple protocol: it may hold several statements. */
export function sendSimple(session: Session, sql: string): void {
  session.send.query(sql);
}

/** Sends one statement with its parameters over the extended protocol: the server refuses a second statement. */
export function sendExtended(session: Session, sql: string, parameters: readonly unknown[]): void {
  if (parameters.length > MAX_PARAMETERS) {
    const message = `A query takes at most ${MAX_PARAMETERS} parameters. Pass them as one list instead.`;
    throw new QueryError({ message, code: SQLSTATE.protocolViolation });
  }
  sendStatement(session, sql, parameters.map(encodeParameter));
  session.send.sync();
}

/**
 * Sends statements one by one, in a transaction that is begun before the first and committed after the last. None of them may
 * begin or end one itself. The server answers each as soon as it has run (BEGIN and COMMIT too), and leaves out the rest
 * after one that failed: then the transaction stays open.
 */
export function sendAsTransaction(session: Session, statements: readonly string[]): void {
  const { stream } = session.send;
  stream.cork();
  for (const statement of ['begin', ...statements, 'commit']) {
    sendStatement(session, statement, []);
    session.send.flush();
  }
  session.send.sync();
  stream.uncork();
}

function sendStatement({ send }: Session, text: string, values: (string | null)[]): void {
  // The declared second argument of these is ignored by the driver.
  send.parse({ name: '', text, types: [] }, true);
  send.bind({ values }, true);
  send.describe({ type: 'P', name: '' }, true);
  send.execute({ portal: '' }, true);
}
