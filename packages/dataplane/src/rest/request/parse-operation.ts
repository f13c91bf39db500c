import { COMPARISONS, PLAIN_OPERATORS, TEXT_SEARCHES, type Test } from './read-plan.ts';
import type { Scanner } from './scanner.ts';

type Comparison = (typeof COMPARISONS)[number];
type PlainOperator = (typeof PLAIN_OPERATORS)[number];
type TextSearch = (typeof TEXT_SEARCHES)[number];
type IsValue = Extract<Test, { operator: 'is' }>['value'];

export interface Operation {
  negated: boolean;
  test: Test;
}

const COMPARISON_SET: ReadonlySet<string> = new Set(COMPARISONS);
const PLAIN_SET: ReadonlySet<string> = new Set(PLAIN_OPERATORS);
const SEARCH_SET: ReadonlySet<string> = new Set(TEXT_SEARCHES);
const IS_SET: ReadonlySet<string> = new Set(['null', 'not_null', 'true', 'false', 'unknown']);
const OPERATOR = '"not" or operator (eq, gt, ...)';

/** `[not.]op[(modifier)].value` */
export function parseOperation(scanner: Scanner, mode: ValueMode): Operation {
  const negated = scanner.eat('not.');
  return { negated, test: parseTest(scanner, mode) };
}

function parseTest(scanner: Scanner, mode: ValueMode): Test {
  const start = scanner.at;
  const operator = parseWord(scanner);
  if (COMPARISON_SET.has(operator)) return parseComparison(scanner, operator as Comparison, mode);
  if (operator === 'in') return { operator, values: afterDot(scanner, parseInList, mode) };
  if (operator === 'is') return { operator, value: afterDot(scanner, parseIs, mode) };
  if (PLAIN_SET.has(operator))
    return { operator: operator as PlainOperator, value: afterDot(scanner, parseValue, mode) };
  if (SEARCH_SET.has(operator)) return parseSearch(scanner, operator as TextSearch, mode);
  scanner.at = start;
  return scanner.fail(OPERATOR);
}

function parseWord(scanner: Scanner): string {
  const start = scanner.at;
  for (let code = scanner.peek(); code >= 97 && code <= 122; code = scanner.peek()) scanner.at += 1;
  return scanner.text.slice(start, scanner.at);
}

function afterDot<T>(scanner: Scanner, parse: (scanner: Scanner, mode: ValueMode) => T, mode: ValueMode): T {
  if (!scanner.eat('.')) scanner.fail('delimiter (.)');
  return parse(scanner, mode);
}

function parseComparison(scanner: Scanner, operator: Comparison, mode: ValueMode): Test {
  const quantifier = scanner.eat('(any)') ? 'any' : scanner.eat('(all)') ? 'all' : null;
  const value = afterDot(scanner, parseValue, mode);
  const pattern = operator === 'like' || operator === 'ilike';
  return { operator, quantifier, value: pattern ? value.replaceAll('*', '%') : value };
}

function parseSearch(scanner: Scanner, operator: TextSearch, mode: ValueMode): Test {
  let language: string | null = null;
  if (scanner.eat('(')) {
    language = scanner.identifier();
    scanner.expect(')');
  }
  return { operator, language, value: afterDot(scanner, parseValue, mode) };
}

function parseIs(scanner: Scanner, mode: ValueMode): IsValue {
  const start = scanner.at;
  const value = parseValue(scanner, mode).trim().toLowerCase();
  if (IS_SET.has(value)) return value as IsValue;
  scanner.at = start;
  return scanner.fail('null, not_null, or trilean value (unknown, true, false)');
}

function parseValue(scanner: Scanner, mode: ValueMode): string {
  return mode === 'whole' ? scanner.rest() : parseLogicValue(scanner);
}

/** Where a value ends: with the parameter, or at the next `,` or `)` of a logic tree. */
export type ValueMode = 'whole' | 'logic';

const QUOTE = 34;
const CLOSE = 41;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

/** A value inside a logic tree: quoted, an array or object in braces, or all up to the next `,` or `)`. */
function parseLogicValue(scanner: Scanner): string {
  return parseBraces(scanner) ?? parseElement(scanner);
}

/** `(1,2,"a,b")`; empty without elements. Spaces may stand around the parentheses, not in them. */
function parseInList(scanner: Scanner, mode: ValueMode): string[] {
  scanner.skipSpace();
  scanner.expect('(');
  // Blanks behind the bracket belong to nothing, those behind a comma to their element.
  scanner.skipSpace();
  const values: string[] = [];
  if (!scanner.eat(')')) {
    do values.push(parseElement(scanner));
    while (scanner.eat(','));
    scanner.expect(')');
  }
  scanner.skipSpace();
  if (mode === 'whole') scanner.expectEnd();
  else if (!scanner.done && !atEnd(scanner)) scanner.fail('"," or ")"');
  return values;
}

/** A quoted text counts as one only if it is the whole element. */
function parseElement(scanner: Scanner): string {
  const start = scanner.at;
  if (scanner.peek() === QUOTE) {
    const text = scanner.quotedIfClosed();
    if (text !== null && (scanner.done || atEnd(scanner))) return text;
    scanner.at = start;
  }
  while (!scanner.done && !atEnd(scanner)) scanner.at += 1;
  return scanner.text.slice(start, scanner.at);
}

function atEnd(scanner: Scanner): boolean {
  const code = scanner.peek();
  return code === COMMA || code === CLOSE;
}

/** `{…}` with all that it holds, null when the value does not start so. */
function parseBraces(scanner: Scanner): string | null {
  if (scanner.peek() !== OPEN_BRACE) return null;
  const start = scanner.at;
  const end = closingBrace(scanner.text, start);
  // Falling back to plain text here would read long texts again and again.
  if (end === -1) scanner.refuse('a "{" is never closed: put the value in double quotes');
  scanner.at = end + 1;
  if (!scanner.done && !atEnd(scanner)) scanner.fail('"," or ")"');
  return scanner.text.slice(start, end + 1);
}

function closingBrace(text: string, start: number): number {
  let depth = 0;
  let quoted = false;
  for (let index = start; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) quoted = !quoted;
    else if (quoted) continue;
    else if (code === OPEN_BRACE) depth += 1;
    else if (code === CLOSE_BRACE) {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}
