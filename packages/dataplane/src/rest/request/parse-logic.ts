import { MAX_DEPTH } from './limits.ts';
import { parseField } from './parse-field.ts';
import { parseOperation } from './parse-operation.ts';
import { COMPARISONS, type Condition, PLAIN_OPERATORS, TEXT_SEARCHES } from './read-plan.ts';
import { Scanner } from './scanner.ts';

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
