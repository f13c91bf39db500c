import { MAX_DEPTH, MAX_EMBEDS } from './limits.ts';
import { parseSteps } from './parse-fields.ts';
import { newLevel, type OpenLevel } from './read-levels.ts';
import {
  AGGREGATES,
  type AggregateName,
  type EmbedItem,
  type FieldItem,
  type SelectItem,
} from './read-plan.ts';
import { Scanner } from './scanner.ts';

const COLON = 58;
const BANG = 33;
const PARENTHESIS = 40;
const STAR = 42;
const QUOTE = 34;
const END = '")", "," or end of input';
const NAMES: ReadonlySet<string> = new Set(AGGREGATES);
const STAR_ITEM: SelectItem = { kind: 'star' };

/** An embed whose level can still be added to while the request is read. */
export interface OpenEmbed extends EmbedItem {
  level: OpenLevel;
}

/** The items of `select=`, embeds nested. An empty text selects nothing. */
export function parseSelect(text: string): SelectItem[] {
  if (text === '*') return [STAR_ITEM];
  const parser = { scanner: new Scanner(text, 'failed to parse select parameter'), embeds: 0 };
  const items = parseItems(parser, 0);
  parser.scanner.expectEnd();
  return items;
}

interface SelectParser {
  scanner: Scanner;
  embeds: number;
}

function parseItems(parser: SelectParser, depth: number): SelectItem[] {
  const { scanner } = parser;
  if (depth > MAX_DEPTH) scanner.refuse(`embeds are nested deeper than ${MAX_DEPTH} levels`);
  scanner.skipSpace();
  if (scanner.done || scanner.text[scanner.at] === ')') return [];
  const items: SelectItem[] = [];
  do {
    scanner.countItem();
    scanner.skipSpace();
    items.push(parseItem(parser, depth));
    scanner.skipSpace();
  } while (scanner.eat(','));
  return items;
}

function parseItem(parser: SelectParser, depth: number): SelectItem {
  const { scanner } = parser;
  if (scanner.peek() === STAR) return parseStar(scanner);
  if (scanner.eat('...'))
    return parseEmbed(parser, depth, { name: scanner.name(), alias: null, spread: true });
  let plain = scanner.peek() !== QUOTE;
  let name = scanner.name();
  let alias: string | null = null;
  if (scanner.peek() === COLON && scanner.peek(1) !== COLON) {
    scanner.at += 1;
    alias = name;
    scanner.skipSpace();
    plain = scanner.peek() !== QUOTE;
    name = scanner.name();
  }
  if (plain && name === 'count' && scanner.eat('()'))
    return ended(scanner, { kind: 'count', alias, cast: parseCast(scanner) });
  const next = scanner.peek();
  if (next === BANG || next === PARENTHESIS) return parseEmbed(parser, depth, { name, alias, spread: false });
  return parseRestOfField(scanner, name, alias);
}

function parseStar(scanner: Scanner): SelectItem {
  scanner.at += 1;
  return ended(scanner, STAR_ITEM);
}

function parseRestOfField(scanner: Scanner, name: string, alias: string | null): FieldItem {
  const field = { name, steps: parseSteps(scanner) };
  const cast = parseCast(scanner);
  const aggregate = scanner.eat('.') ? parseAggregate(scanner) : null;
  return ended(scanner, { kind: 'field', field, alias, cast, aggregate });
}

function parseCast(scanner: Scanner): string | null {
  return scanner.eat('::') ? scanner.identifier() : null;
}

function parseAggregate(scanner: Scanner): FieldItem['aggregate'] {
  const start = scanner.at;
  const name = scanner.identifier();
  if (!isAggregate(name) || !scanner.eat('()')) {
    scanner.at = start;
    scanner.fail('aggregate function (sum(), avg(), max(), min(), count())');
  }
  return { name, cast: parseCast(scanner) };
}

function isAggregate(name: string): name is AggregateName {
  return NAMES.has(name);
}

function ended<T extends SelectItem>(scanner: Scanner, item: T): T {
  scanner.skipSpace();
  const next = scanner.text[scanner.at];
  if (next !== undefined && next !== ',' && next !== ')') scanner.fail(END);
  return item;
}

function parseEmbed(
  parser: SelectParser,
  depth: number,
  head: Pick<EmbedItem, 'name' | 'alias' | 'spread'>,
): OpenEmbed {
  const { scanner } = parser;
  parser.embeds += 1;
  if (parser.embeds > MAX_EMBEDS) scanner.refuse(`more than ${MAX_EMBEDS} embeds`);
  const { hint, join } = parseEmbedModifiers(scanner);
  scanner.expect('(');
  const level = newLevel(parseItems(parser, depth + 1));
  scanner.expect(')');
  return ended(scanner, { kind: 'embed', ...head, hint, join, level });
}

function parseEmbedModifiers(scanner: Scanner): Pick<EmbedItem, 'hint' | 'join'> {
  let hint: string | null = null;
  let join: EmbedItem['join'] = null;
  while (scanner.eat('!')) {
    const quoted = scanner.peek() === QUOTE;
    const word = scanner.name();
    if (!quoted && join === null && (word === 'inner' || word === 'left')) join = word;
    else if (hint === null) hint = word;
    else scanner.fail('"("');
  }
  return { hint, join };
}
