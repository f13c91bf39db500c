import { invalidBody } from '../../errors/request-errors.ts';
import { MAX_JSON_DEPTH } from '../limits.ts';

export const OPEN_OBJECT = 0x7b;
export const OPEN_ARRAY = 0x5b;
const CLOSE_OBJECT = 0x7d;
const CLOSE_ARRAY = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const LITERALS = ['true', 'false', 'null'].map((text) => Buffer.from(text));
const ESCAPES = new Set(Buffer.from('"\\/bfnrt'));
const END = -1;

/**
 * Walks through JSON (RFC 8259) and builds nothing: a large body becomes a hundred times its size as JavaScript values, and
 * one made of empty lists keeps the garbage collector busy for a minute. The bytes must be valid UTF-8.
 */
export class JsonCursor {
  readonly bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The next byte that is no white space, -1 at the end. */
  peek(): number {
    const { bytes } = this;
    while (this.at < bytes.length) {
      const byte = bytes[this.at] as number;
      if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return byte;
      this.at += 1;
    }
    return END;
  }

  /** Any value. @param depth how many objects and arrays it lies in @throws {RestError} PGRST102, like all that follow */
  value(depth: number): void {
    const byte = this.peek();
    if (byte === QUOTE) this.#string();
    else if (byte === OPEN_OBJECT) this.object(depth);
    else if (byte === OPEN_ARRAY) this.array(depth);
    else if (byte === 0x2d || isDigit(byte)) this.#number();
    else this.#literal();
  }

  /** @param onKey gets where a key begins and ends, quotes included */
  object(depth: number, onKey?: (start: number, end: number) => void): void {
    this.#enter(depth);
    if (this.#ate(CLOSE_OBJECT)) return;
    for (;;) {
      if (this.peek() !== QUOTE) throw invalidJson();
      const start = this.at;
      this.#string();
      onKey?.(start, this.at);
      if (!this.#ate(COLON)) throw invalidJson();
      this.value(depth + 1);
      if (this.#ate(COMMA)) continue;
      if (this.#ate(CLOSE_OBJECT)) return;
      throw invalidJson();
    }
  }

  /** @param onElement stands in front of each element and must walk through it */
  array(depth: number, onElement?: () => void): void {
    this.#enter(depth);
    if (this.#ate(CLOSE_ARRAY)) return;
    for (;;) {
      if (onElement === undefined) this.value(depth + 1);
      else onElement();
      if (this.#ate(COMMA)) continue;
      if (this.#ate(CLOSE_ARRAY)) return;
      throw invalidJson();
    }
  }

  #enter(depth: number): void {
    if (depth >= MAX_JSON_DEPTH) throw invalidBody(`JSON is nested deeper than ${MAX_JSON_DEPTH} levels`);
    this.at += 1;
  }

  #ate(wanted: number): boolean {
    if (this.peek() !== wanted) return false;
    this.at += 1;
    return true;
  }

  #string(): void {
    const { bytes } = this;
    let { at } = this;
    for (at += 1; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        this.at = at + 1;
        return;
      }
      if (byte < 0x20) break;
      if (byte === BACKSLASH) at = this.#escape(at + 1);
    }
    throw invalidJson();
  }

  /** Gives the last byte of an escape, whose first one stands at `at`. */
  #escape(at: number): number {
    const byte = this.bytes[at] ?? END;
    if (ESCAPES.has(byte)) return at;
    if (byte !== 0x75) throw invalidJson();
    for (let digit = at + 1; digit <= at + 4; digit += 1)
      if (!isHexDigit(this.bytes[digit] ?? END)) throw invalidJson();
    return at + 4;
  }

  #number(): void {
    const { bytes } = this;
    if (bytes[this.at] === 0x2d) this.at += 1;
    if (bytes[this.at] === 0x30) this.at += 1;
    else this.#digits();
    if (bytes[this.at] === 0x2e) {
      this.at += 1;
      this.#digits();
    }
    if (bytes[this.at] === 0x65 || bytes[this.at] === 0x45) {
      this.at += 1;
      if (bytes[this.at] === 0x2b || bytes[this.at] === 0x2d) this.at += 1;
      this.#digits();
    }
  }

  #digits(): void {
    const start = this.at;
    while (isDigit(this.bytes[this.at] ?? END)) this.at += 1;
    if (this.at === start) throw invalidJson();
  }

  #literal(): void {
    const { bytes, at } = this;
    const found = LITERALS.find(
      (text) =>
        at + text.length <= bytes.length && bytes.compare(text, 0, text.length, at, at + text.length) === 0,
    );
    if (found === undefined) throw invalidJson();
    this.at += found.length;
  }
}

export function invalidJson(): Error {
  return invalidBody('Empty or invalid json');
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHexDigit(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}
