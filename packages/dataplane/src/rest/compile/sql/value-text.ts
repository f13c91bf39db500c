import { queryParseError } from '../../errors/index.ts';
import { MAX_JSON_DEPTH } from '../../request/limits.ts';

/** Texts as one PostgreSQL array literal. Every element is quoted, so `NULL` and the empty text stay texts. */
export function arrayText(values: readonly string[]): string {
  return `{${values.map(quoteElement).join(',')}}`;
}

function quoteElement(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

const PIECE_BYTES = 64 * 1024;

/** Bytes as the text form of a bytea, `\x…`. In pieces: fifty megabytes as one string of digits would be copied three times. */
export function byteaText(bytes: Buffer): Buffer {
  const text = Buffer.allocUnsafeSlow(2 + 2 * bytes.length);
  text.write('\\x', 'latin1');
  for (let at = 0; at < bytes.length; at += PIECE_BYTES)
    text.write(bytes.toString('hex', at, Math.min(at + PIECE_BYTES, bytes.length)), 2 + 2 * at, 'latin1');
  return text;
}

// PostgreSQL's own limits, which it reports as failures of the server.
const MAX_DIMENSIONS = 6;
const MAX_NEGATIONS = 24;
const NEGATIONS = new RegExp(`(?:[-!]\\s*){${MAX_NEGATIONS + 1}}`);

/** A value of a request that PostgreSQL will parse as JSON, an array or the like. @throws {RestError} PGRST100 when it is too deep */
export function checkDepth(value: string): void {
  if (isDeeperThan(value, MAX_JSON_DEPTH)) refuse(`nested deeper than ${MAX_JSON_DEPTH} levels`);
}

/** A value that is an array's text. @throws {RestError} PGRST100 when it has too many dimensions */
export function checkDimensions(value: string): void {
  if (value.startsWith('{{') && isDeeperThan(value, MAX_DIMENSIONS))
    refuse(`an array of more than ${MAX_DIMENSIONS} dimensions`);
}

/** A text search with operators. @throws {RestError} PGRST100 when it nests or negates again and again */
export function checkSearch(value: string): void {
  if (isDeeperThan(value, MAX_JSON_DEPTH, '(')) refuse(`nested deeper than ${MAX_JSON_DEPTH} levels`);
  if (NEGATIONS.test(value)) refuse(`more than ${MAX_NEGATIONS} negations in a row`);
}

function refuse(details: string): never {
  throw queryParseError('failed to parse filter', 1, details);
}

const PIECES = /"(?:[^"\\]|\\.)*"?|[[{(\]})]/gs;
const CLOSING = ']})';

/** Whether `opening` brackets outside of double quotes lie in each other more than `levels` deep. */
function isDeeperThan(value: string, levels: number, opening = '[{'): boolean {
  if (value.length <= levels) return false;
  let depth = 0;
  for (const [piece] of value.matchAll(PIECES)) {
    if (opening.includes(piece)) depth += 1;
    else if (CLOSING.includes(piece)) depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}
