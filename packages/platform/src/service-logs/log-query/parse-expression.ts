import type { LogCondition, LogValue } from './log-expressions.ts';
import { badQuery, CAN, type TokenReader } from './token-reader.ts';

const DEEPEST = 50;
/** Change the type of a value, which is known here anyway. */
const CASTS = ['cast', 'safe_cast', 'tostring', 'datetime'];
const NUMBERS = ['toint32orzero', 'toint64orzero', 'tofloat64orzero'];
const OPERATORS = ['=', '<>', '!=', '<', '<=', '>', '>='];

/** In parentheses stands a condition, or a value that is compared behind them: which one is known at their end. */
type Read = { condition: LogCondition } | { value: LogValue };

/** Reads conditions and values of a query over logs. */
export class ExpressionReader {
  readonly #tokens: TokenReader;
  /** What names of `unnest` and tables stand for: the path, with a dot behind it unless it is the whole line. */
  readonly prefixes = new Map<string, string>();
  #depth = 0;

  constructor(tokens: TokenReader) {
    this.#tokens = tokens;
  }

  condition(): LogCondition {
    return this.#asCondition(this.#either());
  }

  value(): LogValue {
    return this.#asValue(this.#operand());
  }

  /** `r.path` → `request.path`; `log_attributes['request.path']` too. */
  path(): string {
    const tokens = this.#tokens;
    const names = [tokens.name()];
    if (names[0] === 'log_attributes' && tokens.take('[')) {
      const path = String(tokens.literal());
      tokens.word(']');
      return path;
    }
    while (tokens.take('.')) names.push(tokens.name());
    const prefix = this.prefixes.get(names[0] ?? '');
    const path = prefix === undefined ? names.join('.') : `${prefix}${names.slice(1).join('.')}`;
    return path.replace(/\.$/, '').replace(/^metadata\./, '');
  }

  #either(): Read {
    return this.#joined('or', () => this.#joined('and', () => this.#one()));
  }

  #joined(kind: 'and' | 'or', read: () => Read): Read {
    const first = read();
    if (!this.#tokens.isWord(kind)) return first;
    const all = [this.#asCondition(first)];
    while (this.#tokens.take(kind)) all.push(this.#asCondition(read()));
    return { condition: { kind, all } };
  }

  #one(): Read {
    return this.#deeper(() => {
      if (this.#tokens.take('not')) return { condition: { kind: 'not', of: this.#asCondition(this.#one()) } };
      const read = this.#operand();
      if (!this.#tokens.isWord('is', 'not', 'in', 'like', 'ilike', ...OPERATORS)) return read;
      return { condition: this.#comparison(this.#asValue(read)) };
    });
  }

  #operand(): Read {
    const tokens = this.#tokens;
    if (tokens.take('(')) {
      const inner = this.#either();
      tokens.word(')');
      return inner;
    }
    if (tokens.isWord('regexp_contains')) return { condition: this.#contains() };
    const literal = tokens.tryLiteral();
    if (literal !== null) return { value: { kind: 'literal', ...literal } };
    if (tokens.text(1) !== '(') return { value: { kind: 'column', path: this.path() } };
    return { value: this.#deeper(() => this.#call()) };
  }

  #call(): LogValue {
    const tokens = this.#tokens;
    const name = tokens.text()?.toLowerCase() ?? '';
    tokens.at += 2;
    const value = this.#called(name);
    tokens.word(')');
    return value;
  }

  #called(name: string): LogValue {
    const tokens = this.#tokens;
    if (name === 'if' || name === 'multiif') return this.#choice();
    if (name === 'upper' || name === 'lower') return { kind: name, of: this.value() };
    if (NUMBERS.includes(name)) return { kind: 'number', of: this.value() };
    if (name === 'tounixtimestamp64milli') return { kind: 'milliseconds', of: this.value() };
    if (name === 'positioncaseinsensitiveutf8') {
      const of = this.value();
      tokens.word(',');
      return { kind: 'position', of, text: String(tokens.literal()) };
    }
    if (!CASTS.includes(name))
      throw badQuery(`sql: ${name} is not among the functions that logs take. ${CAN}`);
    const value = this.value();
    if (tokens.take('as')) tokens.name();
    return value;
  }

  /** `multiIf(condition, value, …, otherwise)` */
  #choice(): LogValue {
    const cases: [LogCondition, LogValue][] = [];
    for (;;) {
      const read = this.#either();
      if (!this.#tokens.take(',')) {
        if (cases.length === 0) throw this.#tokens.wrong();
        return { kind: 'choice', cases, otherwise: this.#asValue(read) };
      }
      cases.push([this.#asCondition(read), this.value()]);
      this.#tokens.word(',');
    }
  }

  /** A text that stands for itself: what else a pattern can say is not looked for. */
  #contains(): LogCondition {
    const tokens = this.#tokens;
    tokens.at += 1;
    tokens.word('(');
    const of = this.value();
    tokens.word(',');
    const text = String(tokens.literal());
    tokens.word(')');
    const plain = text.replace(/^\(\?i\)/, '');
    if (/[\\^$.*+?()[\]{}|%]/.test(plain))
      throw badQuery(`sql: regexp_contains takes plain text only, and like has %. ${CAN}`);
    return { kind: 'like', of, pattern: `%${plain}%`, ignoresCase: plain !== text };
  }

  #comparison(of: LogValue): LogCondition {
    const tokens = this.#tokens;
    if (tokens.take('is')) {
      const isNot = tokens.take('not');
      tokens.word('null');
      return isNot ? { kind: 'not', of: { kind: 'null', of } } : { kind: 'null', of };
    }
    const isNot = tokens.take('not');
    const found = this.#set(of);
    if (found !== null) return isNot ? { kind: 'not', of: found } : found;
    if (isNot || !tokens.isWord(...OPERATORS)) throw tokens.wrong();
    const operator = tokens.text()?.replace('!=', '<>') as '=';
    tokens.at += 1;
    return { kind: 'compare', of, operator, value: tokens.literal() };
  }

  #set(of: LogValue): LogCondition | null {
    const tokens = this.#tokens;
    if (tokens.take('in')) {
      tokens.word('(');
      const values = [tokens.literal()];
      while (tokens.take(',')) values.push(tokens.literal());
      tokens.word(')');
      return { kind: 'in', of, values };
    }
    const ignoresCase = tokens.isWord('ilike');
    if (!ignoresCase && !tokens.isWord('like')) return null;
    tokens.at += 1;
    return { kind: 'like', of, pattern: String(tokens.literal()), ignoresCase };
  }

  #asCondition(read: Read): LogCondition {
    if ('condition' in read) return read.condition;
    throw this.#tokens.wrong();
  }

  #asValue(read: Read): LogValue {
    if ('value' in read) return read.value;
    throw this.#tokens.wrong();
  }

  #deeper<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw badQuery('sql: conditions are nested too deeply.');
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}
