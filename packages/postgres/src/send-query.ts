import { QueryError, SQLSTATE } from './query-error.ts';
import { encodeParameter } from './values/encode-parameter.ts';
import type { Session } from './wire/session.ts';

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
  const values = parameters.map(encodeParameter);
  const { send } = session;
  // The declared second argument of these is ignored by the driver.
  send.parse({ name: '', text: sql, types: [] }, true);
  send.bind({ values }, true);
  send.describe({ type: 'P', name: '' }, true);
  send.execute({ portal: '' }, true);
  send.sync();
}
