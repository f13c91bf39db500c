import { type QueryError, SQLSTATE } from '@basalt/postgres';
import { databaseConnectionLost, databaseUnreachable } from './availability-errors.ts';
import { raisedAnswer } from './raised-answer.ts';
import { RestError } from './rest-error.ts';
import { isChosenStatus, sqlstateStatus } from './sqlstate-status.ts';

export interface DatabaseErrorContext {
  /** No token named the role. */
  anonymous: boolean;
  /** `minimal` keeps details and hints from the client. */
  verbosity: 'verbose' | 'minimal';
}

// What the server says of its own files and settings names paths of this machine.
const ABOUT_THE_MACHINE = /^(58...|F0...|XX00[12]|53100)$/;

const CRASHED = '57P02';
const STARTING = '57P03';
const ABOUT_THE_SERVER = /^(08|53|57)/;

/** Not this client's fault: our own login was refused, or the database takes nobody or is not there any more. */
function isRefusedLogin({ code, severity }: QueryError): boolean {
  return code === STARTING || (severity === 'FATAL' && !ABOUT_THE_SERVER.test(code));
}

/**
 * A value that is larger than the database can hold in its place: a long text in an index, an array of seven dimensions. Its
 * class is that of a server at its limits, 500, but it is the request that is wrong. What a function raises stays as it is.
 */
function isOversizedValue({ code, where }: QueryError): boolean {
  return code === SQLSTATE.tooLarge && !/ at RAISE(\n|$)/.test(where ?? '');
}

/** What a failure of the database is on the wire. The place in the SQL and its context stay behind. */
export function fromDatabaseError(error: QueryError, context: DatabaseErrorContext): RestError {
  if (error.code === SQLSTATE.cannotConnect || isRefusedLogin(error)) return databaseUnreachable(error);
  if (error.code === SQLSTATE.connectionLost || error.code === CRASHED) return databaseConnectionLost(error);
  if (error.code === 'PGRST') return raisedAnswer(error.message, error.detail);
  const status = isOversizedValue(error) ? 400 : sqlstateStatus(error.code, error.message, context.anonymous);
  const open = context.verbosity === 'verbose';
  const aboutTheMachine = ABOUT_THE_MACHINE.test(error.code);
  return new RestError(
    {
      status,
      code: error.code,
      message: aboutTheMachine ? 'The database server has a problem. Its log says which.' : error.message,
      details: open && !aboutTheMachine ? error.detail : null,
      hint: open && !aboutTheMachine ? error.hint : null,
      headers: status === 401 ? { 'www-authenticate': 'Bearer' } : undefined,
      reason: isChosenStatus(error.code) ? error.message : null,
    },
    { cause: error },
  );
}
