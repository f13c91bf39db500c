import { type QueryError, SQLSTATE } from '@basalt/postgres';
import { databaseConnectionLost, databaseUnreachable } from './availability-errors.ts';
import { raisedAnswer } from './raised-answer.ts';
import { RestError } from './rest-error.ts';

export interface DatabaseErrorContext {
  /** No token named the role. */
  anonymous: boolean;
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
  const aboutTheMachine = ABOUT_THE_MACHINE.test(error.code);
  return new RestError(
    {
      status,
      code: error.code,
      message: aboutTheMachine ? 'The database server has a problem. Its log says which.' : error.message,
      details: aboutTheMachine ? null : error.detail,
      hint: aboutTheMachine ? null : error.hint,
      headers: status === 401 ? { 'www-authenticate': 'Bearer' } : undefined,
      reason: isChosenStatus(error.code) ? error.message : null,
    },
    { cause: error },
  );
}

const EXACT: ReadonlyMap<string, number> = new Map([
  ['23503', 409],
  ['23505', 409],
  ['25006', 405],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['57P01', 503],
  ['P0001', 400],
]);

const CLASSES: ReadonlyMap<string, number> = new Map([
  ['08', 503],
  ['09', 500],
  ['0L', 403],
  ['0P', 403],
  ['25', 500],
  ['28', 403],
  ['2D', 500],
  ['38', 500],
  ['39', 500],
  ['3B', 500],
  ['40', 500],
  ['53', 503],
  ['54', 500],
  ['55', 500],
  ['57', 500],
  ['58', 500],
  ['F0', 500],
  ['HV', 500],
  ['P0', 500],
  ['XX', 500],
]);

const CUSTOM = /^PT([1-9][0-9]{2})$/;
const UNKNOWN_ROLE = /^role .* does not exist$/s;

/**
 * The HTTP status for an error of the database. `PTxyz` stands for the status xyz itself (500 when that is none).
 * @param anonymous no token named the role: then a lack of privileges is a matter of signing in
 */
function sqlstateStatus(code: string, message: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') return UNKNOWN_ROLE.test(message) ? 401 : 400;
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406;
  if (code.startsWith('PT')) return customStatus(code);
  return EXACT.get(code) ?? CLASSES.get(code.slice(0, 2)) ?? 400;
}

/** Whether SQL chose the status itself: then its message stands beside it as well. */
function isChosenStatus(code: string): boolean {
  return CUSTOM.test(code);
}

function customStatus(code: string): number {
  const status = Number(CUSTOM.exec(code)?.[1] ?? 500);
  return status >= 200 && status <= 599 ? status : 500;
}
