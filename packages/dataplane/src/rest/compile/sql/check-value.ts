import { queryParseError } from '../../errors/index.ts';
import { MAX_JSON_DEPTH } from '../../request/limits.ts';

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
