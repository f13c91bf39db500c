import { parseInList, parseLogicValue, type ValueMode } from './parse-value.ts';
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
