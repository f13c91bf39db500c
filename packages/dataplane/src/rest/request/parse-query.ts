import { putLimitNotAllowed } from '../errors/request-errors.ts';
import { parseNames, parseOrder } from './parse-fields.ts';
import { parseFilter, parseLogic } from './parse-filters.ts';
import { parseSelect } from './parse-select.ts';
import { canonicalQuery, parseQueryParameters, type QueryParameter } from './query-parameters.ts';
import { levelAt, newLevel, type OpenLevel, parseRowNumber } from './read-levels.ts';
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
  if (word === 'order') level.order = parseOrder(value);
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
