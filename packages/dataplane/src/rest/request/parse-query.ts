import { decodeUtf8 } from '../../caller/request-context.ts';
import { putLimitNotAllowed, queryParseError } from '../errors/request-errors.ts';
import { MAX_PARAMETERS } from './limits.ts';
import { parseNames, parseOrder } from './parse-fields.ts';
import { parseFilter, parseLogic } from './parse-filters.ts';
import { parseSelect } from './parse-select.ts';
import { levelAt, newLevel, type OpenLevel, orderTerms, parseRowNumber } from './read-levels.ts';
import type { SelectItem } from './read-plan.ts';
import { Scanner } from './scanner.ts';

export interface ParsedQuery {
  read: OpenLevel;
  queryArguments: { name: string; value: string }[];
  columns: string[] | null;
  onConflict: string[] | null;
  canonicalQuery: string;
}

export interface QueryRules {
  /** Parameters that are not reserved may be arguments of a function: they are kept as they are. */
  mayBeArguments: boolean;
  /** PUT names one row. */
  pagingAllowed: boolean;
}

const EVERYTHING: readonly SelectItem[] = [{ kind: 'star' }];
const LEVEL_WORDS: ReadonlySet<string> = new Set(['order', 'limit', 'offset', 'and', 'or']);

/** The query string, read in full. @throws {RestError} PGRST100, PGRST103, PGRST108, PGRST114 */
export function parseQuery(query: string, rules: QueryRules): ParsedQuery {
  const parameters = query === '' ? [] : parseQueryParameters(query);
  const read = newLevel(parseSelectParameter(parameters));
  const parsed: ParsedQuery = {
    read,
    queryArguments: [],
    columns: null,
    onConflict: null,
    canonicalQuery: canonicalQuery(parameters),
  };
  for (const { name, value } of parameters) if (value !== null) addParameter(parsed, name, value, rules);
  return parsed;
}

function parseSelectParameter(parameters: readonly QueryParameter[]): readonly SelectItem[] {
  const select = parameters.find(({ name, value }) => name === 'select' && value !== null);
  return select === undefined ? EVERYTHING : parseSelect(select.value ?? '');
}

function addParameter(parsed: ParsedQuery, name: string, value: string, rules: QueryRules): void {
  if (name === 'select') return;
  if (name === 'columns') {
    parsed.columns ??= parseNames(value, 'columns');
    return;
  }
  if (name === 'on_conflict') {
    parsed.onConflict ??= parseNames(value, 'on_conflict');
    return;
  }
  const dot = name.lastIndexOf('.');
  const word = dot === -1 ? name : name.slice(dot + 1);
  if (LEVEL_WORDS.has(word)) addToLevel(parsed.read, name.slice(0, Math.max(dot, 0)), word, value, rules);
  else if (rules.mayBeArguments) parsed.queryArguments.push({ name, value });
  else {
    const { path, condition } = parseFilter(name, value);
    levelAt(parsed.read, path).where.push(condition);
  }
}

function addToLevel(root: OpenLevel, address: string, word: string, value: string, rules: QueryRules): void {
  const path = address === '' ? [] : parsePath(address);
  if (word === 'and' || word === 'or') {
    const negated = path.at(-1) === 'not';
    const level = levelAt(root, negated ? path.slice(0, -1) : path);
    level.where.push(parseLogic(word, negated, value));
    return;
  }
  const level = levelAt(root, path);
  if (word === 'order') level.order = orderTerms(level, parseOrder(value));
  else if (!rules.pagingAllowed && level === root) throw putLimitNotAllowed();
  else if (word === 'limit') level.limit = parseRowNumber('limit', value);
  else level.offset = parseRowNumber('offset', value);
}

function parsePath(text: string): string[] {
  const scanner = new Scanner(text, 'failed to parse tree path');
  const path: string[] = [];
  do {
    scanner.countItem();
    path.push(scanner.name());
  } while (scanner.eat('.'));
  scanner.expectEnd();
  return path;
}

export interface QueryParameter {
  name: string;
  /** Null without a `=`. */
  value: string | null;
}

/**
 * The parts of a query string or a form, decoded: `+` is a space, as URLSearchParams writes it. Empty parts are left out.
 * @throws {RestError} PGRST100 for text that is not UTF-8, NUL, too many parts
 */
export function parseQueryParameters(query: string): QueryParameter[] {
  const parameters: QueryParameter[] = [];
  let start = 0;
  while (start < query.length) {
    const next = query.indexOf('&', start);
    const end = next === -1 ? query.length : next;
    if (end > start) parameters.push(parsePart(query, start, end));
    if (parameters.length > MAX_PARAMETERS) throw unreadable(start, `more than ${MAX_PARAMETERS} parameters`);
    start = end + 1;
  }
  return parameters;
}

function parsePart(query: string, start: number, end: number): QueryParameter {
  const equals = query.indexOf('=', start);
  if (equals === -1 || equals >= end)
    return { name: decodePart(query.slice(start, end), start), value: null };
  return {
    name: decodePart(query.slice(start, equals), start),
    value: decodePart(query.slice(equals + 1, end), equals + 1),
  };
}

// One that encodes nothing stands for itself: `like.50%`.
const PERCENT_SIGN = /%(?![\dA-Fa-f]{2})/g;

// Most parts need no decoding at all.
const PLAIN = /^[\x21-\x24\x26-\x2a\x2c-\x7e]*$/;

function decodePart(text: string, at: number): string {
  if (PLAIN.test(text)) return text;
  const decoded = decodeUtf8(text.replaceAll('+', ' ').replace(PERCENT_SIGN, '%25'));
  if (decoded === null) throw unreadable(at, 'text that is not UTF-8');
  if (decoded.includes('\0')) throw unreadable(at, 'a NUL character cannot be part of a text');
  return decoded;
}

function unreadable(at: number, details: string): Error {
  return queryParseError('failed to parse query string', at + 1, details);
}

// What RFC 3986 calls unreserved.
const UNRESERVED = /^[A-Za-z0-9\-._~]*$/;

/** The parameters sorted by name and encoded in one way only, so that equal queries have equal texts. */
function canonicalQuery(parameters: readonly QueryParameter[]): string {
  const sorted = parameters.length < 2 ? parameters : parameters.toSorted(byName);
  let text = '';
  for (const { name, value } of sorted)
    text += `${text === '' ? '' : '&'}${encodePart(name)}=${encodePart(value ?? '')}`;
  return text;
}

function byName(a: QueryParameter, b: QueryParameter): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

/** Percent-encoded but for unreserved characters. */
export function encodePart(text: string): string {
  if (UNRESERVED.test(text)) return text;
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
