import { parseField, parseSteps } from './parse-field.ts';
import type { OrderTerm } from './read-plan.ts';
import { Scanner } from './scanner.ts';

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
