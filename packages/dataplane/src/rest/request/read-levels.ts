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

type OpenEmbed = EmbedItem & { calledByName?: boolean };

export function newLevel(select: readonly SelectItem[]): OpenLevel {
  return { select, where: [], order: [], limit: null, offset: 0 };
}

/**
 * The embed that parameters call by this name: its alias if it has one, else its name as written. An earlier version of the protocol
 * called those with an alias by their names too, which `isCalledByName` tells.
 */
export function findEmbed(level: ReadLevel, name: string): EmbedItem {
  const embeds = level.select.filter((item) => item.kind === 'embed');
  const found =
    embeds.find((item) => (item.alias ?? item.name) === name) ?? embeds.find((item) => item.name === name);
  if (found === undefined) throw notEmbedded(name);
  return found;
}

/** Whether a name that led to an embed is not its alias. */
export function isCalledByName({ alias }: EmbedItem, name: string): boolean {
  return alias !== null && alias !== name;
}

/** Names that stood for embeds with an alias, anywhere in a read, and the aliases. */
export function legacyNames({ select }: ReadLevel): { name: string; alias: string }[] {
  return select.flatMap((item) => {
    if (item.kind !== 'embed') return [];
    const { name, alias, calledByName = false, level } = item;
    return [...(calledByName && alias !== null ? [{ name, alias }] : []), ...legacyNames(level)];
  });
}

/**
 * The level that a path of embed names leads to.
 * @throws {RestError} PGRST108 when `select` does not embed one of them
 */
export function levelAt(root: OpenLevel, path: readonly string[]): OpenLevel {
  return path.reduce((level, name) => {
    const item: OpenEmbed = findEmbed(level, name);
    if (isCalledByName(item, name)) item.calledByName = true;
    // All levels below an open one were made by `newLevel` in the same request.
    return item.level as OpenLevel;
  }, root);
}

/** The terms of an order, those by an embed under the name that it has there. */
export function orderTerms(level: OpenLevel, terms: readonly OrderTerm[]): OrderTerm[] {
  return terms.map((term) => {
    if (term.embed === null) return term;
    const { embed } = term;
    const item: OpenEmbed | undefined = level.select.find(
      (one) => one.kind === 'embed' && one.name === embed && one.alias !== null,
    ) as OpenEmbed | undefined;
    const isKnown = level.select.some((one) => one.kind === 'embed' && (one.alias ?? one.name) === embed);
    if (isKnown || item === undefined) return term;
    item.calledByName = true;
    return { ...term, embed: item.alias };
  });
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
