import { badEmbedFilter } from '../../errors/index.ts';
import type { Condition, Test } from '../../request/read-plan.ts';
import { joinSql } from '../sql/join-sql.ts';
import type { RowSource } from '../sql/row-source.ts';
import type { StatementValues } from '../sql/statement-values.ts';
import { compileTest } from './compile-test.ts';

/** By alias or name: the test whether an embed of this level has rows. */
export type EmbedTests = ReadonlyMap<string, { name: string; exists: string }>;

/** A condition as one SQL expression that can stand beside others after `and`. */
export function compileCondition(
  condition: Condition,
  source: RowSource,
  embeds: EmbedTests,
  values: StatementValues,
): string {
  if (condition.kind !== 'test') {
    const { kind, negated, conditions } = condition;
    const parts = conditions.map((part) => compileCondition(part, source, embeds, values));
    const joined = parts.length === 0 ? 'true' : `(${joinSql(parts, ` ${kind} `)})`;
    return negated ? `not ${joined}` : joined;
  }
  const { field, test, negated } = condition;
  const embed = field.steps.length === 0 ? embeds.get(field.name) : undefined;
  if (embed !== undefined) return compileEmbedTest(embed, test, negated);
  const sql = compileTest(source, field, test, values);
  return negated ? `not (${sql})` : sql;
}

/** `rel=is.null` keeps rows without a match, `rel=not.is.null` those with one. */
function compileEmbedTest(embed: { name: string; exists: string }, test: Test, negated: boolean): string {
  if (test.operator !== 'is' || (test.value !== 'null' && test.value !== 'not_null'))
    throw badEmbedFilter(embed.name);
  const wanted = (test.value === 'not_null') !== negated;
  return wanted ? embed.exists : `not ${embed.exists}`;
}
