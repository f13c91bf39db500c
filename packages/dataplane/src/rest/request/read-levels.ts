import { invalidRange, notEmbedded, queryParseError } from '../errors/request-errors.ts';
import type { Condition, EmbedItem, OrderTerm, ReadLevel, SelectItem } from './read-plan.ts';

/** A level while the request is being read. */
export interface OpenLevel extends ReadLevel {
  select: readonly SelectItem[];
  where: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
}

export function newLevel(select: readonly SelectItem[]): OpenLevel {
  return { select, where: [], order: [], limit: null, offset: 0 };
}

/** The embed that parameters call by this name: its alias if it has one, else its name as written. */
export function findEmbed(level: ReadLevel, name: string): EmbedItem {
  for (const item of level.select)
    if (item.kind === 'embed' && (item.alias ?? item.name) === name) return item;
  throw notEmbedded(name);
}

/**
 * The level that a path of embed names leads to.
 * @throws {RestError} PGRST108 when `select` does not embed one of them
 */
export function levelAt(root: OpenLevel, path: readonly string[]): OpenLevel {
  // All levels below an open one were made by `newLevel` in the same request.
  return path.reduce((level, name) => findEmbed(level, name).level as OpenLevel, root);
}

const WHOLE_NUMBER = /^[+-]?[0-9]+$/;
const RANGE = /^(?:items=)?([0-9]+)-([0-9]*)$/;

/**
 * The number of `limit=` or `offset=`. Beyond what a number can hold exactly, the greatest one stands for all.
 * @throws {RestError} PGRST100 for what is no number, PGRST103 for a negative one
 */
export function parseRowNumber(what: 'limit' | 'offset', text: string): number {
  if (!WHOLE_NUMBER.test(text))
    throw queryParseError(`failed to parse ${what} (${text.slice(0, 50)})`, 1, 'expecting a whole number');
  const value = Number(text);
  const named = what === 'limit' ? 'Limit' : 'Offset';
  if (value < 0) throw invalidRange(`${named} should be greater than or equal to zero.`);
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}

/**
 * Narrows a level to the rows that a `Range` header asks for as well; headers that are no range of items are ignored.
 * @throws {RestError} PGRST103 when the range ends before it starts, or has nothing in common with limit and offset
 */
export function applyRangeHeader(
  level: OpenLevel,
  range: string | undefined,
  unit: string | undefined,
): void {
  if (range === undefined || (unit !== undefined && unit !== 'items')) return;
  const match = RANGE.exec(range);
  if (match === null) return;
  const first = rowNumber(match[1]);
  const last = match[2] === '' ? Number.MAX_SAFE_INTEGER : rowNumber(match[2]);
  if (last < first) throw reversed();
  const end = level.limit === null ? Number.MAX_SAFE_INTEGER : level.offset + level.limit - 1;
  const empty = level.limit === 0;
  level.offset = Math.max(level.offset, first);
  const common = Math.min(end, last);
  if (empty) return;
  if (common < level.offset) throw reversed();
  level.limit = common === Number.MAX_SAFE_INTEGER ? level.limit : common - level.offset + 1;
}

function rowNumber(digits: string | undefined): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}

function reversed(): Error {
  return invalidRange(
    'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
  );
}
