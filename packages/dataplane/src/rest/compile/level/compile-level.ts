import { aggregatesNotAllowed, notEmbedded } from '../../errors/index.ts';
import type { FieldPath, OrderTerm, ReadLevel, SelectItem } from '../../request/read-plan.ts';
import { compileCondition } from '../condition/compile-condition.ts';
import { compileField } from '../condition/compile-operand.ts';
import type { QueryScope, StatementValues } from '../sql/query-scope.ts';
import type { RowSource } from '../sql/row-source.ts';
import { type CompiledEmbed, compileEmbed } from './compile-embed.ts';
import { compileSelect, hasAggregates } from './compile-select.ts';
import type { CompiledLevel, LevelOptions, Output } from './render-level.ts';

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

/** By alias or name: an expression for a column of an embed. @throws {RestError} PGRST118 when it is to-many */
type EmbedOrders = ReadonlyMap<string, { orderBy(field: FieldPath): string }>;

/** The terms after ORDER BY. */
function compileOrder(terms: readonly OrderTerm[], source: RowSource, embeds: EmbedOrders): string[] {
  return terms.map(({ embed, field, direction, nulls }) => {
    const expression =
      embed === null ? compileField(source, field, 'compare') : embedTerm(embed, field, embeds);
    return `${expression}${direction === null ? '' : ` ${direction}`}${nulls === null ? '' : ` nulls ${nulls}`}`;
  });
}

function embedTerm(name: string, field: FieldPath, embeds: EmbedOrders): string {
  const embed = embeds.get(name);
  if (embed === undefined) throw notEmbedded(name);
  return embed.orderBy(field);
}
