import { asksOnly, type LogCondition, type LogValue } from './log-expressions.ts';
import { matchLine } from './match-line.ts';
import { ExpressionReader } from './parse-expression.ts';
import { badQuery, CAN, TokenReader } from './token-reader.ts';

export interface LogColumn {
  value: LogValue;
  /** What the answer calls it. */
  name: string;
}

interface LogQuery {
  /** Whether lines of a log are asked for: `edge_logs`, `postgres_logs` … */
  asks: (source: string) => boolean;
  /** The one log that is named as a table, if it is. */
  table: string | null;
  /** Null: how many lines there are, under this name. */
  columns: LogColumn[] | null;
  countName: string;
  where: LogCondition | null;
  order: 'newest' | 'oldest';
  limit: number;
}

const MOST_ROWS = 1_000;
const USUAL_ROWS = 100;
const LONGEST = 20_000;
/** Words that are no names of columns where one may stand. */
const WORDS = ['from', 'cross', 'left', 'inner', 'where', 'order', 'limit', 'and', 'or'];

/**
 * Reads a query over logs, in the form that names a table for each source (`from edge_logs cross join unnest(metadata) as m`), or in the
 * one with a table for all (`from logs where source = 'edge_logs'`, `log_attributes['request.path']`).
 * @throws PlatformError `bad_request` for what is not understood; it says where
 */
export function parseLogQuery(sql: string): LogQuery {
  if (sql.length > LONGEST) throw badQuery('sql: is too long.');
  return new QueryReader(new TokenReader(sql)).query();
}

class QueryReader {
  readonly #tokens: TokenReader;
  readonly #expressions: ExpressionReader;

  constructor(tokens: TokenReader) {
    this.#tokens = tokens;
    this.#expressions = new ExpressionReader(tokens);
  }

  query(): LogQuery {
    const tokens = this.#tokens;
    const { prefixes } = this.#expressions;
    tokens.word('select');
    // Columns may be named by what comes only behind `from`.
    const start = tokens.at;
    for (let depth = 0; !(depth === 0 && tokens.isWord('from')); tokens.at++) {
      const text = tokens.text();
      if (text === null) throw tokens.wrong();
      depth += text === '(' ? 1 : text === ')' ? -1 : 0;
    }
    tokens.word('from');
    const table = tokens.name();
    prefixes.set(table, '');
    if (tokens.take('as') || this.#isAlias()) prefixes.set(tokens.name(), '');
    this.#unnests();
    const where = tokens.take('where') ? this.#expressions.condition() : null;
    const ordered = tokens.take('order') ? this.#order() : null;
    const limit = tokens.take('limit') ? tokens.number() : USUAL_ROWS;
    tokens.take(';');
    if (!tokens.isOver) throw tokens.wrong();
    tokens.at = start;
    const { columns, countName } = this.#columns();
    if (ordered !== null && !isTime(ordered.path, columns))
      throw badQuery(`sql: lines are ordered by timestamp only. ${CAN}`);
    return {
      ...(table === 'logs'
        ? { asks: sourcesOf(where), table: null }
        : { asks: (source: string) => source === table, table }),
      columns,
      countName,
      where,
      order: ordered?.order ?? 'newest',
      limit: Math.min(limit, MOST_ROWS),
    };
  }

  /** By time, and then by `id`, which tells lines of one moment apart: they have an order of their own. */
  #order(): { path: string; order: LogQuery['order'] } {
    this.#tokens.word('by');
    const first = { path: this.#expressions.path(), order: this.#direction() };
    while (this.#tokens.take(',')) {
      if (this.#expressions.path() !== 'id')
        throw badQuery(`sql: lines are ordered by timestamp only. ${CAN}`);
      this.#direction();
    }
    return first;
  }

  #direction(): LogQuery['order'] {
    if (this.#tokens.take('desc')) return 'newest';
    this.#tokens.take('asc');
    return 'oldest';
  }

  #columns(): Pick<LogQuery, 'columns' | 'countName'> {
    const tokens = this.#tokens;
    const columns: LogColumn[] = [];
    let countName: string | null = null;
    do {
      if (tokens.isWord('count') && tokens.text(1) === '(') {
        tokens.at += 2;
        tokens.take('*');
        tokens.word(')');
        countName = this.#alias() ?? 'count';
      } else if (tokens.take('*')) {
        columns.push({ value: { kind: 'column', path: '*' }, name: '*' });
      } else {
        const value = this.#expressions.value();
        columns.push({ value, name: this.#alias() ?? nameOf(value) });
      }
    } while (tokens.take(','));
    if (!tokens.isWord('from')) throw tokens.wrong();
    if (countName === null) return { columns, countName: 'count' };
    if (columns.length > 0)
      throw badQuery(`sql: lines are counted all together, without other columns. ${CAN}`);
    return { columns: null, countName };
  }

  /** `cross join unnest(metadata) as m`, any number of times, also as `, unnest(…)`. */
  #unnests(): void {
    const tokens = this.#tokens;
    for (;;) {
      const isJoin = tokens.take('cross') || tokens.take('left') || tokens.take('inner');
      if (isJoin) tokens.word('join');
      else if (!tokens.take(',')) return;
      tokens.word('unnest');
      tokens.word('(');
      const path = this.#expressions.path();
      tokens.word(')');
      tokens.take('as');
      this.#expressions.prefixes.set(tokens.name(), path === 'metadata' ? '' : `${path}.`);
      if (tokens.take('on')) tokens.word('true');
    }
  }

  #alias(): string | null {
    return this.#tokens.take('as') || this.#isAlias() ? this.#tokens.name() : null;
  }

  #isAlias(): boolean {
    return /^["`]?\w+["`]?$/.test(this.#tokens.text() ?? '') && !this.#tokens.isWord(...WORDS);
  }
}

/** What a column is called without a name of its own. */
function nameOf(value: LogValue): string {
  if (value.kind === 'column') return value.path.slice(value.path.lastIndexOf('.') + 1);
  return 'of' in value ? nameOf(value.of) : 'value';
}

/** Whether this is the time of a line, by the name that a column may give it. */
function isTime(path: string, columns: readonly LogColumn[] | null): boolean {
  const { value } = columns?.find(({ name }) => name === path) ?? { value: null };
  if (value === null) return path === 'timestamp';
  const inner = value.kind === 'milliseconds' ? value.of : value;
  return inner.kind === 'column' && inner.path === 'timestamp';
}

/** The logs that a query over all of them asks for, by what all lines have to meet. */
function sourcesOf(where: LogCondition | null): LogQuery['asks'] {
  const all = where === null ? [] : where.kind === 'and' ? where.all : [where];
  const about = all.filter((each) => asksOnly(each, 'source'));
  if (about.length === 0) throw badQuery(`sql: name one source, as in where source = 'edge_logs'. ${CAN}`);
  const matches = matchLine({ kind: 'and', all: about });
  return (source) => matches({ source });
}
