import { joinSql } from '../sql/join-sql.ts';
import { quoteName } from '../sql/quote-name.ts';
import type { CompiledLevel } from './compiled-level.ts';
import { isStar, type Output } from './output.ts';

/** How output columns are called: by their own names, or `c1`, `c2`, … where these could stand twice. */
export type OutputNaming = 'own' | 'numbered';

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
  const { sql, aggregate, isJson } = output;
  const expression =
    grouped && aggregate !== null ? aggregate(sql) : grouped && isJson ? `(${sql})::jsonb` : sql;
  return `${expression} as ${naming === 'own' ? quoteName(output.name) : numberedName(index)}`;
}

function groupNumbers(outputs: readonly Output[]): number[] {
  return outputs.flatMap((output, index) =>
    !isStar(output) && output.aggregate === null ? [index + 1] : [],
  );
}
