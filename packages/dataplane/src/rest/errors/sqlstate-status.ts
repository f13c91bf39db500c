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
export function sqlstateStatus(code: string, message: string, anonymous: boolean): number {
  if (code === '42501') return anonymous ? 401 : 403;
  if (code === '21000') return message.endsWith('requires a WHERE clause') ? 400 : 500;
  if (code === '22023') return UNKNOWN_ROLE.test(message) ? 401 : 400;
  if (code === '42883' && message.startsWith('function xmlagg(')) return 406;
  if (code.startsWith('PT')) return customStatus(code);
  return EXACT.get(code) ?? CLASSES.get(code.slice(0, 2)) ?? 400;
}

/** Whether SQL chose the status itself: then its message stands beside it as well. */
export function isChosenStatus(code: string): boolean {
  return CUSTOM.test(code);
}

function customStatus(code: string): number {
  const status = Number(CUSTOM.exec(code)?.[1] ?? 500);
  return status >= 200 && status <= 599 ? status : 500;
}
