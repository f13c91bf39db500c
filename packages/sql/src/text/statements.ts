import { isFiller, isPunctuation, type Token, wordOf } from './token.ts';
import { tokenize } from './tokens.ts';

/** One statement of a text: `text` is `sql.slice(start, end)`, without its semicolon and the comments around it. */
export interface Statement {
  readonly text: string;
  /** UTF-16 offset of the first token. */
  readonly start: number;
  /** UTF-16 offset behind the last token. */
  readonly end: number;
}

const ROUTINE = /^create (or replace )?(function|procedure)$/;

/** Says at each token whether a semicolon there ends the statement: not inside brackets or a `BEGIN ATOMIC` body. */
class Nesting {
  #brackets = 0;
  #body = 0;
  #head = '';
  #previous = '';
  #afterDot = false;

  enter(sql: string, token: Token): void {
    // After a dot even END is a name: `t.end`.
    const word = this.#afterDot ? '' : wordOf(sql, token);
    this.#afterDot = isPunctuation(sql, token, '.');
    if (isPunctuation(sql, token, '(')) this.#brackets += 1;
    else if (isPunctuation(sql, token, ')')) this.#brackets = Math.max(0, this.#brackets - 1);
    else if (this.#body > 0 && word === 'case') this.#body += 1;
    else if (this.#body > 0 && word === 'end') this.#body -= 1;
    else if (word === 'atomic' && this.#previous === 'begin' && this.#isRoutine()) this.#body += 1;
    if (this.#head.length < 40 && !this.#isRoutine()) this.#head += `${this.#head === '' ? '' : ' '}${word}`;
    this.#previous = word;
  }

  get isOpen(): boolean {
    return this.#brackets > 0 || this.#body > 0;
  }

  #isRoutine(): boolean {
    return ROUTINE.test(this.#head);
  }
}

/** The significant tokens of every statement of the text, semicolons left out, empty statements left out. */
export function statementTokens(sql: string): Token[][] {
  const statements: Token[][] = [];
  let current: Token[] = [];
  let nesting = new Nesting();
  for (const token of tokenize(sql)) {
    if (isFiller(token)) continue;
    if (isPunctuation(sql, token, ';') && !nesting.isOpen) {
      if (current.length > 0) statements.push(current);
      current = [];
      nesting = new Nesting();
    } else {
      nesting.enter(sql, token);
      current.push(token);
    }
  }
  if (current.length > 0) statements.push(current);
  return statements;
}

/**
 * The statements of a text in order. Semicolons in strings, comments, brackets (`CREATE RULE … DO (a; b)`) and in the
 * `BEGIN ATOMIC … END` body of a routine end nothing. A piece that is only comments is no statement.
 */
export function splitStatements(sql: string): Statement[] {
  return statementTokens(sql).map((tokens) => {
    const start = tokens[0]?.start ?? 0;
    const end = tokens.at(-1)?.end ?? start;
    return { text: sql.slice(start, end), start, end };
  });
}
