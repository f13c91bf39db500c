import { aggregatesNotAllowed, notEmbedded, notImplemented } from '../../errors/index.ts';
import type { FieldItem, FieldPath, OrderTerm, ReadLevel, SelectItem } from '../../request/read-plan.ts';
import type { Column } from '../../schema-cache/schema-cache.ts';
import { compileCondition } from '../condition/compile-condition.ts';
import { compileField, fieldName, isPlainJson } from '../condition/compile-operand.ts';
import { castType } from '../sql/cast-type.ts';
import { knownColumn, type QueryScope, type RowSource, type StatementValues } from '../sql/query-scope.ts';
import { quoteQualified } from '../sql/sql-text.ts';
import { type CompiledEmbed, compileEmbed } from './compile-embed.ts';
import {
  type CompiledLevel,
  hasAggregates,
  isStar,
  type LevelOptions,
  type Output,
  type OutputColumn,
} from './render-level.ts';

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
    order: compileOrder(level.order, source, embeds, aggregates && !options.hoisted),
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
type EmbedOrders = ReadonlyMap<string, Pick<CompiledEmbed, 'orderBy'>>;

/** The terms after ORDER BY. */
function compileOrder(
  terms: readonly OrderTerm[],
  source: RowSource,
  embeds: EmbedOrders,
  grouped: boolean,
): string[] {
  return terms.map(({ embed, field, direction, nulls }) => {
    const expression =
      embed === null ? compileField(source, field, 'compare') : embedTerm(embed, field, embeds, grouped);
    return `${expression}${direction === null ? '' : ` ${direction}`}${nulls === null ? '' : ` nulls ${nulls}`}`;
  });
}

function embedTerm(name: string, field: FieldPath, embeds: EmbedOrders, grouped: boolean): string {
  const embed = embeds.get(name);
  if (embed === undefined) throw notEmbedded(name);
  return embed.orderBy(field, grouped);
}

// PostgreSQL's limit is 1,664 for a target list.
const MAX_OUTPUTS = 1600;

/** The columns of a level in the order of `select`. The outputs of embeds come ready made. */
function compileSelect(
  items: readonly SelectItem[],
  source: RowSource,
  starNamed: boolean,
  embedOutputs: ReadonlyMap<SelectItem, readonly Output[]>,
): Output[] {
  const outputs = items.flatMap((item): readonly Output[] => {
    if (item.kind === 'star') return compileStar(source, starNamed || source.starNamed);
    if (item.kind === 'embed') return embedOutputs.get(item) ?? [];
    if (item.kind === 'field') return [compileFieldItem(item, source)];
    return [
      {
        name: item.alias ?? 'count',
        sql: '1',
        aggregate: (input) => withCast(`count(${input})`, item.cast),
        isJson: false,
      },
    ];
  });
  if (outputs.length > MAX_OUTPUTS) throw notImplemented(`More than ${MAX_OUTPUTS} columns in one select.`);
  return withoutRepeated(outputs);
}

function compileStar(source: RowSource, named: boolean): Output[] {
  if (source.relation === null || !named) return [{ star: `${source.alias}.*` }];
  return [...source.relation.columns.values()].map((column) => ({
    name: column.name,
    sql: shown(column, source.column(column.name)),
    aggregate: null,
    isJson: column.baseType === 'json' || column.representation?.toJson != null,
  }));
}

function compileFieldItem(item: FieldItem, source: RowSource): OutputColumn {
  const { field, alias, cast, aggregate } = item;
  const read = compileField(source, field, 'show');
  const column = field.steps.length === 0 ? knownColumn(source, field.name) : undefined;
  const plain = cast === null && aggregate === null;
  const isJson =
    cast === null
      ? isPlainJson(source, field) || (plain && column?.representation?.toJson != null)
      : cast === 'json';
  return {
    name: alias ?? aggregate?.name ?? fieldName(field),
    sql: plain && column !== undefined ? shown(column, read) : withCast(read, cast),
    aggregate: aggregate === null ? null : (input) => withCast(`${aggregate.name}(${input})`, aggregate.cast),
    isJson,
  };
}

/** As it stands for itself on the wire. */
function shown(column: Column, value: string): string {
  const toJson = column.representation?.toJson;
  return toJson ? `${quoteQualified(toJson)}(${value})` : value;
}

function withCast(expression: string, type: string | null): string {
  return type === null ? expression : `cast(${expression} as ${castType(type)})`;
}

/** `select=id,id` shows it once: JSON has no use for a key that stands there twice with the same value. */
function withoutRepeated(outputs: readonly Output[]): Output[] {
  const seen = new Set<string>();
  return outputs.filter((output) => {
    if (!isStar(output) && output.aggregate !== null) return true;
    const key = isStar(output) ? output.star : `${output.name}\0\0${output.sql}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
