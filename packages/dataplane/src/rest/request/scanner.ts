import { queryParseError } from '../errors/request-errors.ts';
import { MAX_ITEMS, MAX_SHOWN } from './limits.ts';

const QUOTE = 34;
const DASH = 45;
const GREATER = 62;
const BACKSLASH = 92;
const SPACE = 32;
const TAB = 9;
const FIELD_NAME = 'field name (* or [a..z0..9_$])';

// What names and type names may hold without quotes: letters, digits, `_`, `$`, space, and all beyond ASCII.
const NAME_CHARACTER = new Uint8Array(128);
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$ ')
  NAME_CHARACTER[character.charCodeAt(0)] = 1;

function isNameCharacter(code: number): boolean {
  return code >= 128 || NAME_CHARACTER[code] === 1;
}

/** Walks through the text of one parameter. Whatever does not fit ends in PGRST100 with the place. */
export class Scanner {
  readonly text: string;
  /** Index of the next character. */
  at = 0;
  readonly #what: string;
  #items = 0;

  /** @param what e.g. `failed to parse filter` */
  constructor(text: string, what: string) {
    this.text = text;
    this.#what = what;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  /** Code of the next character, NaN at the end. */
  peek(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  /** Steps over `expected` if it comes next. */
  eat(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false;
    this.at += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.eat(expected)) this.fail(`"${expected}"`);
  }

  expectEnd(): void {
    if (!this.done) this.fail('end of input');
  }

  skipSpace(): void {
    for (let code = this.peek(); code === SPACE || code === TAB; code = this.peek()) this.at += 1;
  }

  /** Counts one more part of the text: there may be `MAX_ITEMS`. */
  countItem(): void {
    this.#items += 1;
    if (this.#items > MAX_ITEMS) this.refuse(`more than ${MAX_ITEMS} items`);
  }

  /** A name, quoted or not; spaces around an unquoted one do not belong to it. */
  name(expected = FIELD_NAME): string {
    if (this.peek() === QUOTE) return this.quoted();
    const start = this.at;
    for (let code = this.peek(); ; code = this.peek()) {
      const inside = code === DASH && this.at > start && this.peek(1) !== GREATER;
      if (!inside && !isNameCharacter(code)) break;
      this.at += 1;
    }
    const name = trimmed(this.text.slice(start, this.at));
    if (name === '') this.fail(expected);
    return name;
  }

  /** A type name or a language: like an unquoted name without dashes. */
  identifier(): string {
    const start = this.at;
    while (isNameCharacter(this.peek())) this.at += 1;
    const name = trimmed(this.text.slice(start, this.at));
    if (name === '') this.fail('letter or digit');
    return name;
  }

  /** A text in double quotes; a backslash takes the next character as it is. */
  quoted(): string {
    const text = this.quotedIfClosed();
    if (text === null) this.refuse('unexpected end of input expecting "\\""');
    return text;
  }

  /** The same, null (and nothing consumed) when the closing quote is missing. */
  quotedIfClosed(): string | null {
    let value = '';
    let from = this.at + 1;
    for (let index = from; index < this.text.length; index += 1) {
      const code = this.text.charCodeAt(index);
      if (code === BACKSLASH) {
        value += this.text.slice(from, index);
        from = index + 1;
        index += 1;
      } else if (code === QUOTE) {
        this.at = index + 1;
        return value + this.text.slice(from, index);
      }
    }
    return null;
  }

  /** All that is left. */
  rest(): string {
    const rest = this.text.slice(this.at);
    this.at = this.text.length;
    return rest;
  }

  /** @throws {RestError} PGRST100: something else was expected here */
  fail(expected: string): never {
    const found = this.done ? 'end of input' : JSON.stringify(String.fromCodePoint(this.codePoint()));
    this.refuse(`unexpected ${found} expecting ${expected}`);
  }

  /** @throws {RestError} PGRST100 in these words */
  refuse(details: string): never {
    const shown = this.text.length > MAX_SHOWN ? `${this.text.slice(0, MAX_SHOWN)}…` : this.text;
    throw queryParseError(`${this.#what} (${shown})`, this.at + 1, details);
  }

  codePoint(): number {
    return this.text.codePointAt(this.at) ?? 0;
  }
}

function trimmed(text: string): string {
  const last = text.length - 1;
  return text.charCodeAt(0) === SPACE || text.charCodeAt(last) === SPACE ? text.trim() : text;
}
