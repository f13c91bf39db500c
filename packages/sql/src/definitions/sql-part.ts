import { quoteIdent } from '../text/identifiers.ts';
import { removeComments } from '../text/remove-comments.ts';
import { isPunctuation, type Token, wordOf } from '../text/token.ts';
import { significantTokens } from '../text/tokens.ts';

/** Something that was asked for cannot be said in SQL. `field` names the input, the message is a sentence about it. */
export class DefinitionError extends Error {
  override readonly name = 'DefinitionError';
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

const CLOSERS: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** Reads one piece of SQL that is put into a statement of ours. It must not reach out of its place there. */
class Part {
  readonly sql: string;
  /** Outside of all brackets. */
  readonly outer: Token[] = [];
  readonly #field: string;
  readonly #what: string;

  constructor(text: string, field: string, what: string) {
    this.#field = field;
    this.#what = what;
    this.sql = removeComments(text).trim();
    const open: string[] = [];
    const tokens = significantTokens(this.sql);
    if (tokens.length === 0) this.refuse('it is empty');
    for (const token of tokens) {
      if (!token.terminated) this.refuse('a quote in it is not closed');
      const mark = token.kind === 'punctuation' ? this.sql.slice(token.start, token.end) : '';
      if (mark === ';') this.refuse('it has a semicolon');
      if (token.kind === 'unknown')
        this.refuse(`${this.sql.slice(token.start, token.end)} has no meaning in SQL`);
      if (token.kind === 'parameter') this.refuse('parameters such as $1 have no value here');
      if (mark === ')' || mark === ']') {
        if (open.pop() !== mark) this.refuse('its brackets do not match');
      }
      if (open.length === 0) this.outer.push(token);
      const closer = CLOSERS[mark];
      if (closer !== undefined) open.push(closer);
    }
    if (open.length > 0) this.refuse('its brackets do not match');
    if (this.outer.some((token) => isPunctuation(this.sql, token, ',')))
      this.refuse('it has a comma outside of brackets');
  }

  refuse(reason: string): never {
    throw new DefinitionError(this.#field, `This is not ${this.#what}: ${reason}.`);
  }
}

/** An expression, without its comments. Throws DefinitionError when it is not one piece of SQL. */
export function expressionPart(text: string, field: string): string {
  return new Part(text, field, 'one expression').sql;
}

/** An expression where more words could follow it, such as a default: in brackets unless it plainly ends by itself. */
export function boundedExpression(text: string, field: string): string {
  const part = new Part(text, field, 'one expression');
  const { sql, outer } = part;
  const isOpen = outer.some(
    (token, index) =>
      index > 0 &&
      wordOf(sql, token) !== '' &&
      !isPunctuation(sql, outer[index - 1], '.') &&
      !isPunctuation(sql, outer[index - 1], '::'),
  );
  return isOpen ? `(${sql})` : sql;
}

/** What a routine's argument or result says of itself: `amount integer default 1`, `table (id bigint)`. */
export function declarationPart(text: string, field: string): string {
  return new Part(text, field, 'one declaration').sql;
}

// What a type may have behind its name. Anything else would be a constraint or the next clause.
const WORDS_OF_TYPES: ReadonlySet<string> = new Set(
  'varying precision with without time zone year month day hour minute second to array'.split(' '),
);

/** A type such as `numeric(10,2)`, `shop.mood[]` or `timestamp with time zone`. */
export function typePart(text: string, field: string): string {
  const part = new Part(text, field, 'one type');
  const { sql, outer } = part;
  for (const [index, token] of outer.entries()) {
    const isName = index === 0 || isPunctuation(sql, outer[index - 1], '.');
    if (isName) {
      if (token.kind !== 'word' && token.kind !== 'quoted-identifier') part.refuse('it has no name');
    } else if (token.kind === 'word') {
      const word = wordOf(sql, token);
      if (!WORDS_OF_TYPES.has(word)) part.refuse(`${word} does not belong to it`);
    } else if (token.kind !== 'punctuation' || isPunctuation(sql, token, '::')) {
      part.refuse(`${sql.slice(token.start, token.end)} does not belong to it`);
    }
  }
  return sql;
}

/** A name in a schema, as SQL. */
export function nameIn(schema: string, name: string): string {
  return `${quoteIdent(schema)}.${quoteIdent(name)}`;
}

export function nameList(names: readonly string[]): string {
  return names.map((name) => quoteIdent(name)).join(', ');
}
