import { invalidBody } from '../errors/request-errors.ts';
import { MAX_JSON_DEPTH } from './limits.ts';
import type { BodyRules } from './parse-body.ts';
import type { RestBody } from './rest-request.ts';

/** JSON is checked but not rewritten: numbers keep all their digits. @throws {RestError} PGRST102 */
export function parseJsonBody(text: string, rules: BodyRules): RestBody {
  if (text === '' && rules.forFunction)
    return { kind: 'json', text: '{}', shape: 'object', keys: [], rows: 1 };
  const value = parseJson(text);
  if (Array.isArray(value))
    return { kind: 'json', text, shape: 'array', keys: keysOfRows(value, rules), rows: value.length };
  if (isObject(value)) return { kind: 'json', text, shape: 'object', keys: Object.keys(value), rows: 1 };
  return { kind: 'json', text, shape: 'other', keys: [], rows: 0 };
}

function parseJson(text: string): unknown {
  if (isDeeperThan(text, MAX_JSON_DEPTH))
    throw invalidBody(`JSON is nested deeper than ${MAX_JSON_DEPTH} levels`);
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('Empty or invalid json');
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function keysOfRows(rows: readonly unknown[], rules: BodyRules): string[] {
  const first = rows[0];
  const allObjects = rows.every(isObject);
  if (allObjects && isObject(first)) {
    const keys = Object.keys(first);
    if (rules.columnsGiven || rows.every((row) => hasExactly(row, keys))) return keys;
  }
  if (rows.length === 0 || rules.forFunction) return [];
  throw invalidBody('All object keys must match');
}

function hasExactly(row: Record<string, unknown>, keys: readonly string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Whether arrays and objects lie in each other more than `levels` deep. PostgreSQL's own limit answers with a 500. */
function isDeeperThan(text: string, levels: number): boolean {
  if (text.length <= levels) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === 91 || code === 123) {
      depth += 1;
      if (depth > levels) return true;
    } else if (code === 93 || code === 125) depth -= 1;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== QUOTE)
    index += text.charCodeAt(index) === BACKSLASH ? 2 : 1;
  return index;
}
