import type { FieldPath, JsonStep, OrderTerm } from './read-plan.ts';
import { Scanner } from './scanner.ts';

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

/** A list of column names, as `columns=` and `on_conflict=` hold it: `a,"b c"`. */
export function parseNames(text: string, what: 'columns' | 'on_conflict'): string[] {
  const scanner = new Scanner(text, `failed to parse ${what} parameter`);
  const names: string[] = [];
  do {
    scanner.countItem();
    scanner.skipSpace();
    names.push(scanner.name());
    scanner.skipSpace();
  } while (scanner.eat(','));
  scanner.expectEnd();
  return names;
}

const DIRECTION = '"asc", "desc", "nullsfirst" or "nullslast"';

/** `a.desc.nullslast,b->>c,rel(col).asc` */
export function parseOrder(text: string): OrderTerm[] {
  const scanner = new Scanner(text, 'failed to parse order');
  const terms: OrderTerm[] = [];
  do {
    scanner.countItem();
    scanner.skipSpace();
    terms.push(parseTerm(scanner));
    scanner.skipSpace();
  } while (scanner.eat(','));
  scanner.expectEnd();
  return terms;
}

function parseTerm(scanner: Scanner): OrderTerm {
  const name = scanner.name();
  let embed: string | null = null;
  let field = { name, steps: parseSteps(scanner) };
  if (field.steps.length === 0 && scanner.eat('(')) {
    embed = name;
    scanner.skipSpace();
    field = parseField(scanner);
    scanner.expect(')');
  }
  return { embed, field, ...parseDirection(scanner) };
}

function parseDirection(scanner: Scanner): Pick<OrderTerm, 'direction' | 'nulls'> {
  const direction = eatWord(scanner, '.asc') ? 'asc' : eatWord(scanner, '.desc') ? 'desc' : null;
  const nulls = eatWord(scanner, '.nullsfirst') ? 'first' : eatWord(scanner, '.nullslast') ? 'last' : null;
  if (scanner.eat('.')) scanner.fail(direction === null ? DIRECTION : '"nullsfirst" or "nullslast"');
  return { direction, nulls };
}

/** Only as a whole word: `.descc` is none. */
function eatWord(scanner: Scanner, word: string): boolean {
  const after = scanner.text[scanner.at + word.length];
  if (after !== undefined && /[a-z]/i.test(after)) return false;
  return scanner.eat(word);
}
