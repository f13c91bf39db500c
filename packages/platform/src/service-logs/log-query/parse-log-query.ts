import { significantTokens, type Token } from '@basalt/sql';
import { PlatformError } from '../../kernel/platform-error.ts';

/** What a line of a log is asked for: a column, by its path (`request.path`), or all of them. */
export interface LogColumn {
  path: string;
  /** What the answer calls it. */
  name: string;
}

type Literal = string | number | boolean | null;

export type LogCondition =
  | { kind: 'and' | 'or'; of: LogCondition[] }
  | { kind: 'not'; of: LogCondition }
  | { kind: 'compare'; path: string; operator: '=' | '<>' | '<' | '<=' | '>' | '>='; value: Literal }
  | { kind: 'in'; path: string; values: Literal[] }
  | { kind: 'like'; path: string; pattern: string; ignoresCase: boolean }
  | { kind: 'null'; path: string };

interface LogQuery {
  /** `edge_logs`, `postgres_logs` … */
  source: string;
  /** Null: how many lines there are, under this name. */
  columns: LogColumn[] | null;
  countName: string;
  where: LogCondition | null;
  order: 'newest' | 'oldest';
  limit: number;
}

const MOST_ROWS = 1_000;
const USUAL_ROWS = 100;
const LONGEST = 10_000;
const DEEPEST = 50;
const CAN =
  'Logs take: select columns or count(*), from one source, cross join unnest, where, order by timestamp, limit. See the documentation of logs.';

/**
 * Reads a query over logs, in the form that names a table for each source (`from edge_logs cross join unnest(metadata) as m`), or in the
 * one with a table for all (`from logs where source = 'edge_logs'`, `log_attributes['request.path']`).
 * @throws PlatformError `bad_request` for what is not understood; it says where
 */
export function parseLogQuery(sql: string): LogQuery {
  if (sql.length > LONGEST) throw bad('sql: is too long.');
  return new Reader(sql).query();
}

function bad(message: string): PlatformError {
  return new PlatformError('bad_request', message, { field: 'sql' });
}

class Reader {
  readonly #sql: string;
  readonly #tokens: Token[];
  #at = 0;
  #depth = 0;
  /** What names of `unnest` stand for: the path, with a dot behind it unless it is the whole line. */
  readonly #prefixes = new Map<string, string>();

  constructor(sql: string) {
    this.#sql = sql;
    this.#tokens = significantTokens(sql);
  }

  query(): LogQuery {
    this.#word('select');
    // Columns may be named by what comes only behind `from`.
    const start = this.#at;
    for (let depth = 0; !(depth === 0 && this.#isWord('from')); this.#at++) {
      const text = this.#text();
      if (text === null) throw this.#wrong();
      depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    }
    this.#word('from');
    const table = this.#name();
    this.#prefixes.set(table, '');
    if (this.#take('as') || this.#isAlias()) this.#prefixes.set(this.#name(), '');
    this.#unnests();
    const where = this.#take('where') ? this.#either() : null;
    let order: LogQuery['order'] = 'newest';
    if (this.#take('order')) {
      this.#word('by');
      if (this.#column().path !== 'timestamp') throw bad(`sql: lines are ordered by timestamp only. ${CAN}`);
      order = this.#take('desc') ? 'newest' : 'oldest';
      if (order === 'oldest') this.#take('asc');
    }
    const limit = this.#take('limit') ? this.#number() : USUAL_ROWS;
    this.#take(';');
    if (this.#at < this.#tokens.length) throw this.#wrong();
    const end = this.#at;
    this.#at = start;
    const { columns, countName } = this.#columns();
    this.#at = end;
    const { source, rest } = table === 'logs' ? takeSource(where) : { source: table, rest: where };
    return { source, columns, countName, where: rest, order, limit: Math.min(limit, MOST_ROWS) };
  }

  #columns(): Pick<LogQuery, 'columns' | 'countName'> {
    const columns: LogColumn[] = [];
    let countName: string | null = null;
    do {
      if (this.#isWord('count') && this.#text(1) === '(') {
        this.#at += 2;
        this.#take('*');
        this.#word(')');
        countName = this.#alias() ?? 'count';
      } else if (this.#take('*')) {
        columns.push({ path: '*', name: '*' });
      } else {
        columns.push(this.#column());
      }
    } while (this.#take(','));
    if (!this.#isWord('from')) throw this.#wrong();
    if (countName === null) return { columns, countName: 'count' };
    if (columns.length > 0) throw bad(`sql: lines are counted all together, without other columns. ${CAN}`);
    return { columns: null, countName };
  }

  /** `cross join unnest(metadata) as m`, any number of times, also as `, unnest(…)`. */
  #unnests(): void {
    for (;;) {
      const isJoin = this.#take('cross') || this.#take('left') || this.#take('inner');
      if (isJoin) this.#word('join');
      else if (!this.#take(',')) return;
      this.#word('unnest');
      this.#word('(');
      const path = this.#path();
      this.#word(')');
      this.#take('as');
      this.#prefixes.set(this.#name(), path === 'metadata' ? '' : `${path}.`);
      if (this.#take('on')) this.#word('true');
    }
  }

  #either(): LogCondition {
    const of = [this.#all()];
    while (this.#take('or')) of.push(this.#all());
    return of.length === 1 ? (of[0] as LogCondition) : { kind: 'or', of };
  }

  #all(): LogCondition {
    const of = [this.#one()];
    while (this.#take('and')) of.push(this.#one());
    return of.length === 1 ? (of[0] as LogCondition) : { kind: 'and', of };
  }

  #one(): LogCondition {
    if (++this.#depth > DEEPEST) throw bad('sql: conditions are nested too deeply.');
    try {
      if (this.#take('not')) return { kind: 'not', of: this.#one() };
      if (this.#take('(')) {
        const inner = this.#either();
        this.#word(')');
        return inner;
      }
      if (this.#take('regexp_contains')) return this.#contains();
      return this.#comparison(this.#value());
    } finally {
      this.#depth -= 1;
    }
  }

  /** A text that stands for itself: what else a pattern can say is not looked for. */
  #contains(): LogCondition {
    this.#word('(');
    const path = this.#value();
    this.#word(',');
    const text = String(this.#literal());
    this.#word(')');
    if (/[\\^$.*+?()[\]{}|%]/.test(text.replace(/^\(\?i\)/, '')))
      throw bad(`sql: regexp_contains takes plain text only, and like has %. ${CAN}`);
    const ignoresCase = text.startsWith('(?i)');
    const plain = text.replace(/^\(\?i\)/, '');
    return { kind: 'like', path, pattern: `%${plain}%`, ignoresCase };
  }

  #comparison(path: string): LogCondition {
    if (this.#take('is')) {
      const isNot = this.#take('not');
      this.#word('null');
      return isNot ? { kind: 'not', of: { kind: 'null', path } } : { kind: 'null', path };
    }
    const isNot = this.#take('not');
    const found = this.#set(path);
    if (found !== null) return isNot ? { kind: 'not', of: found } : found;
    if (isNot) throw this.#wrong();
    const operator = this.#text()?.replace('!=', '<>') ?? '';
    if (!['=', '<>', '<', '<=', '>', '>='].includes(operator)) throw this.#wrong();
    this.#at += 1;
    return { kind: 'compare', path, operator: operator as '=', value: this.#literal() };
  }

  #set(path: string): LogCondition | null {
    if (this.#take('in')) {
      this.#word('(');
      const values = [this.#literal()];
      while (this.#take(',')) values.push(this.#literal());
      this.#word(')');
      return { kind: 'in', path, values };
    }
    const ignoresCase = this.#isWord('ilike');
    if (!ignoresCase && !this.#isWord('like')) return null;
    this.#at += 1;
    return { kind: 'like', path, pattern: String(this.#literal()), ignoresCase };
  }

  #column(): LogColumn {
    const path = this.#value();
    return { path, name: this.#alias() ?? path.slice(path.lastIndexOf('.') + 1) };
  }

  /** A column, or one in a function that changes its type: types of values are known here anyway. */
  #value(): string {
    const name = this.#text()?.toLowerCase() ?? '';
    if (this.#text(1) !== '(') return this.#path();
    if (!/^(cast|safe_cast|toint32orzero|toint64orzero|tofloat64orzero|tostring|datetime)$/.test(name))
      throw bad(`sql: ${name} is not among the functions that logs take. ${CAN}`);
    this.#at += 2;
    const path = this.#path();
    if (this.#take('as')) this.#name();
    this.#word(')');
    return path;
  }

  /** `r.path` → `request.path`; `log_attributes['request.path']` too. */
  #path(): string {
    const names = [this.#name()];
    if (names[0] === 'log_attributes' && this.#take('[')) {
      const path = String(this.#literal());
      this.#word(']');
      return path;
    }
    while (this.#take('.')) names.push(this.#name());
    const prefix = this.#prefixes.get(names[0] ?? '');
    const path = prefix === undefined ? names.join('.') : `${prefix}${names.slice(1).join('.')}`;
    return path.replace(/\.$/, '').replace(/^metadata\./, '');
  }

  #alias(): string | null {
    return this.#take('as') || this.#isAlias() ? this.#name() : null;
  }

  #isAlias(): boolean {
    const text = this.#text()?.toLowerCase() ?? '';
    return (
      /^["`]?\w+["`]?$/.test(text) &&
      !['from', 'cross', 'left', 'inner', 'where', 'order', 'limit', 'and', 'or'].includes(text)
    );
  }

  #name(): string {
    const text = this.#text() ?? '';
    if (!/^(["`]?)[a-z_]\w*\1$/i.test(text)) throw this.#wrong();
    this.#at += 1;
    return text.replaceAll(/["`]/g, '');
  }

  #number(): number {
    const text = this.#text() ?? '';
    if (!/^\d{1,9}$/.test(text)) throw this.#wrong();
    this.#at += 1;
    return Number(text);
  }

  #literal(): Literal {
    const text = this.#text() ?? '';
    this.#at += 1;
    if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true';
    if (/^null$/i.test(text)) return null;
    if (text === '-') return -this.#number();
    if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
    if (/^'.*'$/s.test(text)) return text.slice(1, -1).replaceAll("''", "'");
    this.#at -= 1;
    throw this.#wrong();
  }

  #text(ahead = 0): string | null {
    const token = this.#tokens[this.#at + ahead];
    return token === undefined ? null : this.#sql.slice(token.start, token.end);
  }

  #isWord(word: string): boolean {
    return this.#text()?.toLowerCase() === word;
  }

  #take(word: string): boolean {
    if (!this.#isWord(word)) return false;
    this.#at += 1;
    return true;
  }

  #word(word: string): void {
    if (!this.#take(word)) throw this.#wrong();
  }

  #wrong(): PlatformError {
    const text = this.#text();
    const where = text === null ? 'the end' : `"${text.slice(0, 60)}"`;
    return bad(`sql: ${where} is not understood here. ${CAN}`);
  }
}

/** The source that a query over all of them names, which must be one of what all lines have to meet. */
function takeSource(where: LogCondition | null): { source: string; rest: LogCondition | null } {
  const all = where === null ? [] : where.kind === 'and' ? where.of : [where];
  const isSource = (each: LogCondition) =>
    each.kind === 'compare' && each.path === 'source' && each.operator === '=';
  const found = all.find(isSource);
  if (found?.kind !== 'compare' || typeof found.value !== 'string')
    throw bad(`sql: name one source, as in where source = 'edge_logs'. ${CAN}`);
  const rest = all.filter((each) => each !== found);
  return { source: found.value, rest: rest.length === 0 ? null : { kind: 'and', of: rest } };
}
