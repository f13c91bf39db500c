import { MAX_DEPTH } from './limits.ts';
import { parseField } from './parse-field.ts';
import { parseOperation } from './parse-operation.ts';
import type { Condition } from './read-plan.ts';
import { Scanner } from './scanner.ts';

const GROUP = /(not\.)?(and|or)[ \t]*(?=\()/y;

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
  const field = parseField(scanner);
  if (!scanner.eat('.')) scanner.fail('delimiter (.)');
  return { kind: 'test', field, ...parseOperation(scanner, 'logic') };
}
