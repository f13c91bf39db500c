import { aggregatesNotAllowed } from '../../errors/index.ts';
import type { ReadLevel, SelectItem } from '../../request/read-plan.ts';
import { compileCondition } from '../condition/compile-condition.ts';
import { compileOrder } from '../condition/compile-order.ts';
import type { QueryScope } from '../sql/query-scope.ts';
import type { RowSource } from '../sql/row-source.ts';
import type { StatementValues } from '../sql/statement-values.ts';
import { type CompiledEmbed, compileEmbed } from './compile-embed.ts';
import { compileSelect } from './compile-select.ts';
import type { CompiledLevel, LevelOptions } from './compiled-level.ts';
import { hasAggregates } from './has-aggregates.ts';
import type { Output } from './output.ts';

/**
 * One level of a read, embeds included, over the rows of `source`.
 * @throws {RestError} PGRST108, PGRST118, PGRST120, PGRST123, PGRST127, PGRST200, PGRST201
 */
export function compileLevel(
  level: ReadLevel,
  source: RowSource,
  scope: QueryScope,
  options: LevelOptions,
): CompiledLevel {
  const aggregates = hasAggregates(level.select);
  if (aggregates && !scope.cache.settings.aggregatesEnabled) throw aggregatesNotAllowed();
  const embeds = new Map<string, CompiledEmbed>();
  const embedOutputs = new Map<SelectItem, readonly Output[]>();
  const joins: string[] = [];
  const inner: string[] = [];
  for (const item of level.select) {
    if (item.kind !== 'embed') continue;
    const embed = compileEmbed(item, source, scope, compileLevel);
    const name = item.alias ?? item.name;
    if (!embeds.has(name)) embeds.set(name, embed);
    embedOutputs.set(item, embed.outputs);
    if (embed.join !== null) joins.push(embed.join);
    if (item.join === 'inner') inner.push(embed.exists);
  }
  const { values } = scope;
  return {
    source,
    outputs: compileSelect(level.select, source, options.starNamed || aggregates, embedOutputs),
    joins,
    conditions: [
      ...level.where.map((condition) => compileCondition(condition, source, embeds, values)),
      ...inner,
    ],
    grouped: aggregates && !options.hoisted,
    order: compileOrder(level.order, source, embeds),
    limit: limitSql(level.limit, options.cap, values),
    offset: level.offset === 0 ? null : values.add(String(level.offset)),
  };
}

/** A limit that was asked for is a parameter; the one of the settings is always the same and a literal. */
function limitSql(asked: number | null, cap: number | null, values: StatementValues): string | null {
  if (asked === null) return cap === null ? null : String(cap);
  return values.add(String(cap === null ? asked : Math.min(asked, cap)));
}
