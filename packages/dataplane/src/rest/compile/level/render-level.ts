import type { SelectItem } from '../../request/read-plan.ts';
import type { RowSource } from '../sql/query-scope.ts';
import { joinSql, quoteName } from '../sql/sql-text.ts';

/** One level of a read as pieces of SQL, all about `source.alias`. */
export interface CompiledLevel {
  readonly source: RowSource;
  readonly outputs: readonly Output[];
  /** Joins that outputs need. Which rows there are does not depend on them. */
  readonly joins: readonly string[];
  /** All must hold; inner embeds are among them. */
  readonly conditions: readonly string[];
  /** Outputs hold aggregates: rows are grouped by the others. */
  readonly grouped: boolean;
  readonly order: readonly string[];
  /** What stands after LIMIT and OFFSET. */
  readonly limit: string | null;
  readonly offset: string | null;
}

export interface LevelOptions {
  /** Most rows when fewer are not asked for, null for no bound. */
  readonly cap: number | null;
  /** `*` has to be written out. */
  readonly starNamed: boolean;
  /** Aggregates are taken by the level above, of this level's columns. */
  readonly hoisted: boolean;
}

/** One column of a level's rows. */
export interface OutputColumn {
  /** Key in the answer. */
  name: string;
  /** An expression; of an aggregate: what it is taken of. */
  sql: string;
  /** Makes the aggregate of an expression, null for what rows are grouped by. */
  aggregate: ((input: string) => string) | null;
  /** Of type `json`, which has no equality: grouped by its `jsonb` form. */
  isJson: boolean;
}

/** `alias.*`, where the names need not be known. */
interface OutputStar {
  star: string;
}

export type Output = OutputColumn | OutputStar;

export function isStar(output: Output): output is OutputStar {
  return 'star' in output;
}

/** The names of columns, null when a `*` hides some. */
export function outputNames(outputs: readonly Output[]): string[] | null {
  const names: string[] = [];
  for (const output of outputs) {
    if (isStar(output)) return null;
    names.push(output.name);
  }
  return names;
}

/** Whether rows of this level are grouped: by an aggregate of its own, or by one of an embed that is spread into it. */
export function hasAggregates(items: readonly SelectItem[]): boolean {
  return items.some((item) => {
    if (item.kind === 'count') return true;
    if (item.kind === 'field') return item.aggregate !== null;
    return item.kind === 'embed' && item.spread && hasAggregates(item.level.select);
  });
}

/** How output columns are called: by their own names, or `c1`, `c2`, … where these could stand twice. */
type OutputNaming = 'own' | 'numbered';

/**
 * The rows of a level, ordered and cut, as a SELECT.
 * @param from what follows FROM, with the level's alias in it
 * @param link conditions that tie it to the level above
 */
export function renderRows(
  level: CompiledLevel,
  from: string,
  link: readonly string[] = [],
  naming: OutputNaming = 'own',
): string {
  const outputs = level.outputs.map((output, index) => renderOutput(output, level.grouped, naming, index));
  const groups = level.grouped ? groupNumbers(level.outputs) : [];
  const parts = [
    `select ${joinSql(outputs, ', ')}`,
    ` from ${joinSql([from, ...level.joins], ' ')}`,
    where([...link, ...level.conditions]),
    groups.length === 0 ? '' : ` group by ${groups.join(', ')}`,
    level.order.length === 0 ? '' : ` order by ${joinSql(level.order, ', ')}`,
    renderCut(level),
  ];
  return joinSql(parts, '');
}

/** ` limit … offset …` as far as asked for. */
export function renderCut({ limit, offset }: Pick<CompiledLevel, 'limit' | 'offset'>): string {
  return `${limit === null ? '' : ` limit ${limit}`}${offset === null ? '' : ` offset ${offset}`}`;
}

export function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${joinSql(conditions, ' and ')}`;
}

export function numberedName(index: number): string {
  return `c${index + 1}`;
}

function renderOutput(output: Output, grouped: boolean, naming: OutputNaming, index: number): string {
  if (isStar(output)) return output.star;
  const { sql, aggregate } = output;
  const expression = !grouped ? sql : aggregate === null ? groupedValue(output) : aggregate(sql);
  return `${expression} as ${naming === 'own' ? quoteName(output.name) : numberedName(index)}`;
}

/** What rows are grouped by of an output that is no aggregate. */
export function groupedValue({ sql, isJson }: OutputColumn): string {
  return isJson ? `(${sql})::jsonb` : sql;
}

function groupNumbers(outputs: readonly Output[]): number[] {
  return outputs.flatMap((output, index) =>
    !isStar(output) && output.aggregate === null ? [index + 1] : [],
  );
}
