import { LIMITS } from '../../limits.ts';

export const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'is',
  'match',
  'imatch',
  'isdistinct',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** One condition on a row. All of a filter must hold. */
export interface FilterTerm {
  column: string;
  operator: Operator;
  isNegated: boolean;
  /** One, but for `in`. */
  values: readonly string[];
}

/** A filter that says nothing that we understand; the message is for its author. */
export class FilterError extends Error {
  override readonly name = 'FilterError';
}

const IS_VALUES: ReadonlySet<string> = new Set(['null', 'not_null', 'true', 'false', 'unknown']);

/** `owner=eq.7,name=not.in.(a,"b, c")` @throws {FilterError} */
export function parseFilter(text: string): FilterTerm[] {
  const reader = new Reader(text);
  const terms: FilterTerm[] = [];
  do {
    if (terms.length === LIMITS.filtersPerBinding)
      throw new FilterError(`a filter has at most ${LIMITS.filtersPerBinding} conditions`);
    terms.push(readTerm(reader));
  } while (reader.takes(','));
  if (!reader.isAtEnd) throw new FilterError(`"${reader.rest}" follows a condition`);
  return terms;
}

function readTerm(reader: Reader): FilterTerm {
  const column = reader.peeks('"') ? reader.quoted() : reader.until('=').trim();
  if (column === '') throw new FilterError('a condition begins with a column, such as id=eq.1');
  if (!reader.takes('=')) throw new FilterError(`"=" must follow the column "${column}"`);
  const isNegated = reader.takes('not.');
  const name = reader.until('.');
  const operator = OPERATORS.find((known) => known === name);
  if (operator === undefined || !reader.takes('.'))
    throw new FilterError(`"${name}" is no operator; there are ${OPERATORS.join(', ')}`);
  const values = operator === 'in' ? readList(reader) : [readValue(reader, ',')];
  if (operator === 'is') {
    const [value = ''] = values;
    if (!IS_VALUES.has(value.toLowerCase()))
      throw new FilterError(`"is" takes ${[...IS_VALUES].join(', ')}, not "${value}"`);
  }
  return { column, operator, isNegated, values };
}

function readList(reader: Reader): string[] {
  if (!reader.takes('(')) throw new FilterError('"in" takes a list, such as in.(1,2)');
  const values: string[] = [];
  do values.push(readValue(reader, ',)').trim());
  while (reader.takes(','));
  if (!reader.takes(')')) throw new FilterError('a list ends with ")"');
  return values;
}

function readValue(reader: Reader, ends: string): string {
  return reader.peeks('"') ? reader.quoted() : reader.until(ends);
}

class Reader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get rest(): string {
    return this.#text.slice(this.#at, this.#at + 40);
  }

  peeks(text: string): boolean {
    return this.#text.startsWith(text, this.#at);
  }

  takes(text: string): boolean {
    if (!this.peeks(text)) return false;
    this.#at += text.length;
    return true;
  }

  /** Up to one of these characters, or to the end. */
  until(ends: string): string {
    const start = this.#at;
    while (!this.isAtEnd && !ends.includes(this.#text[this.#at] ?? '')) this.#at += 1;
    return this.#text.slice(start, this.#at);
  }

  /** Between double quotes; a backslash stands before quotes and backslashes. */
  quoted(): string {
    this.#at += 1;
    let value = '';
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined) throw new FilterError('a double quote is not closed');
      this.#at += 1;
      if (character === '"') return value;
      if (character !== '\\') value += character;
      else {
        value += this.#text[this.#at] ?? '';
        this.#at += 1;
      }
    }
  }
}
