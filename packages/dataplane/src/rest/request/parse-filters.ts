import { MAX_DEPTH } from './limits.ts';
import { parseField } from './parse-fields.ts';
import { parseOperation } from './parse-operation.ts';
import { findEmbed, isCalledByName } from './read-levels.ts';
import {
  COMPARISONS,
  type Condition,
  type FieldPath,
  PLAIN_OPERATORS,
  type ReadLevel,
  TEXT_SEARCHES,
} from './read-plan.ts';
import { Scanner } from './scanner.ts';

/** A filter with the embeds it is addressed to, outermost first. */
export interface AddressedFilter {
  path: readonly string[];
  condition: Condition;
}

/** One parameter as a filter: `id=eq.1`, `author.name=ilike.*x*`. @throws {RestError} PGRST100 */
export function parseFilter(name: string, value: string): AddressedFilter {
  const { path, field } = parseFilterName(name);
  const scanner = new Scanner(value, 'failed to parse filter');
  return { path, condition: { kind: 'test', field, ...parseOperation(scanner, 'whole') } };
}

/**
 * A copy of `level` with one more filter at its place: for a function's parameters, once it is known which of them are
 * not arguments.
 * @throws {RestError} PGRST100 when it is none, PGRST108 when it is addressed to what `select` does not embed
 */
export function parseFilterParameter(name: string, value: string, level: ReadLevel): ReadLevel {
  const { path, condition } = parseFilter(name, value);
  return withCondition(level, path, condition);
}

/** Whether a parameter has the form of a filter. Only the name of an argument can tell otherwise. */
export function looksLikeFilter(name: string, value: string): boolean {
  return name.includes('.') || FILTER_START.test(value);
}

const FILTER_START =
  /^(?:not\.)?(?:(?:eq|neq|gte?|lte?|i?like|i?match)(?:\((?:any|all)\))?|in|is|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|(?:pl|ph|w)?fts(?:\([^()]*\))?)\./;

/** `author.name->a`: the embeds before the last dot, then the field. */
function parseFilterName(name: string): { path: string[]; field: FieldPath } {
  const scanner = new Scanner(name, 'failed to parse tree path');
  const path: string[] = [];
  let field = parseField(scanner);
  while (field.steps.length === 0 && scanner.eat('.')) {
    scanner.countItem();
    path.push(field.name);
    field = parseField(scanner);
  }
  scanner.expectEnd();
  return { path, field };
}

function withCondition(level: ReadLevel, path: readonly string[], condition: Condition): ReadLevel {
  const [name, ...deeper] = path;
  if (name === undefined) return { ...level, where: [...level.where, condition] };
  const embed = findEmbed(level, name);
  const changed = {
    ...embed,
    ...(isCalledByName(embed, name) ? { calledByName: true } : {}),
    level: withCondition(embed.level, deeper, condition),
  };
  return { ...level, select: level.select.map((item) => (item === embed ? changed : item)) };
}

const GROUP = /(not\.)?(and|or)[ \t]*(?=\()/y;
const OPERATORS = [...COMPARISONS, ...PLAIN_OPERATORS, ...TEXT_SEARCHES, 'in', 'is', 'not'].join('|');
// `not.a.eq.1` is `a.not.eq.1`, but `not.eq.1` is about a column of that name.
const NEGATION = new RegExp(`not\\.(?!(?:${OPERATORS})[.(])`, 'y');

/** The value of `and=`, `or=`, `not.and=` or `not.or=`: `(a.eq.1,or(b.gt.2,not.and(…)))`. */
export function parseLogic(kind: 'and' | 'or', negated: boolean, text: string): Condition {
  const scanner = new Scanner(text, 'failed to parse logic tree');
  scanner.skipSpace();
  const conditions = parseGroup(scanner, 1);
  scanner.expectEnd();
  return { kind, negated, conditions };
}

function parseGroup(scanner: Scanner, depth: number): Condition[] {
  if (depth > MAX_DEPTH) scanner.refuse(`conditions are nested deeper than ${MAX_DEPTH} levels`);
  scanner.expect('(');
  const conditions: Condition[] = [];
  do {
    scanner.countItem();
    scanner.skipSpace();
    conditions.push(parseCondition(scanner, depth));
    scanner.skipSpace();
  } while (scanner.eat(','));
  scanner.expect(')');
  scanner.skipSpace();
  return conditions;
}

function parseCondition(scanner: Scanner, depth: number): Condition {
  GROUP.lastIndex = scanner.at;
  const group = GROUP.exec(scanner.text);
  if (group !== null) {
    scanner.at = GROUP.lastIndex;
    const kind = group[2] === 'and' ? 'and' : 'or';
    return { kind, negated: group[1] !== undefined, conditions: parseGroup(scanner, depth + 1) };
  }
  NEGATION.lastIndex = scanner.at;
  const turned = NEGATION.test(scanner.text);
  if (turned) scanner.at = NEGATION.lastIndex;
  const field = parseField(scanner);
  if (!scanner.eat('.')) scanner.fail('delimiter (.)');
  const { negated, test } = parseOperation(scanner, 'logic');
  return { kind: 'test', field, negated: negated !== turned, test };
}
