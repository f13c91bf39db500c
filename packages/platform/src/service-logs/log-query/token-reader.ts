import { significantTokens, type Token } from '@basalt/sql';
import { PlatformError } from '../../kernel/platform-error.ts';
import type { Literal } from './log-expressions.ts';

export const CAN =
  'Logs take: select columns or count(*), from one source or several, cross join unnest, where, order by timestamp, limit. See the documentation of logs.';

export function badQuery(message: string): PlatformError {
  return new PlatformError('bad_request', message, { field: 'sql' });
}

/** Words of a query, one after another. What is not as it must be is thrown as `bad_request`, with where. */
export class TokenReader {
  readonly #sql: string;
  readonly #tokens: Token[];
  /** Which token is next. */
  at = 0;

  constructor(sql: string) {
    this.#sql = sql;
    this.#tokens = significantTokens(sql);
  }

  get isOver(): boolean {
    return this.at >= this.#tokens.length;
  }

  text(ahead = 0): string | null {
    const token = this.#tokens[this.at + ahead];
    return token === undefined ? null : this.#sql.slice(token.start, token.end);
  }

  isWord(...words: string[]): boolean {
    return words.includes(this.text()?.toLowerCase() ?? '');
  }

  take(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.at += 1;
    return true;
  }

  word(word: string): void {
    if (!this.take(word)) throw this.wrong();
  }

  name(): string {
    const text = this.text() ?? '';
    if (!/^(["`]?)[a-z_]\w*\1$/i.test(text)) throw this.wrong();
    this.at += 1;
    return text.replaceAll(/["`]/g, '');
  }

  number(): number {
    const text = this.text() ?? '';
    if (!/^\d{1,9}$/.test(text)) throw this.wrong();
    this.at += 1;
    return Number(text);
  }

  /** Null: the next word is none. */
  tryLiteral(): { value: Literal } | null {
    const text = this.text() ?? '';
    if (text === '-') {
      this.at += 1;
      return { value: -this.number() };
    }
    const value = literalOf(text);
    if (value === undefined) return null;
    this.at += 1;
    return { value };
  }

  literal(): Literal {
    const found = this.tryLiteral();
    if (found === null) throw this.wrong();
    return found.value;
  }

  wrong(): PlatformError {
    const text = this.text();
    const where = text === null ? 'the end' : `"${text.slice(0, 60)}"`;
    return badQuery(`sql: ${where} is not understood here. ${CAN}`);
  }
}

function literalOf(text: string): Literal | undefined {
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (/^null$/i.test(text)) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  return /^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : undefined;
}
