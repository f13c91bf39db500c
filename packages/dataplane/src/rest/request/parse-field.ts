import type { FieldPath, JsonStep } from './read-plan.ts';
import type { Scanner } from './scanner.ts';

const DASH = 45;
const GREATER = 62;
const NO_STEPS: readonly JsonStep[] = [];
// An index counts as one only if the step ends there: `->1a` is a key.
const INDEX = /(-?)([0-9]+)(?=->|::|[.,)]|$)/y;
const MAX_INDEX = 2_147_483_647;

/** `name` with the steps into JSON that follow: `a->b->>0`. */
export function parseField(scanner: Scanner): FieldPath {
  return { name: scanner.name(), steps: parseSteps(scanner) };
}

/** The steps alone, from where a name has been read. */
export function parseSteps(scanner: Scanner): readonly JsonStep[] {
  if (!isArrow(scanner)) return NO_STEPS;
  const steps: JsonStep[] = [];
  while (isArrow(scanner)) {
    scanner.countItem();
    scanner.at += 2;
    const asText = scanner.eat('>');
    steps.push(parseStep(scanner, asText));
  }
  return steps;
}

function isArrow(scanner: Scanner): boolean {
  return scanner.peek() === DASH && scanner.peek(1) === GREATER;
}

function parseStep(scanner: Scanner, asText: boolean): JsonStep {
  INDEX.lastIndex = scanner.at;
  const match = INDEX.exec(scanner.text);
  if (match === null) return { kind: 'key', key: scanner.name('key or index'), asText };
  const index = Number(match[0]);
  if (Math.abs(index) > MAX_INDEX) scanner.refuse(`the index ${match[0].slice(0, 20)} is out of range`);
  scanner.at = INDEX.lastIndex;
  return { kind: 'index', index: index === 0 ? 0 : index, asText };
}
