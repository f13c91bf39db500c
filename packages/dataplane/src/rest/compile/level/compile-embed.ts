import { notImplemented, relatedOrderNotToOne, relationshipNotFound } from '../../errors/index.ts';
import type { EmbedItem, FieldPath, ReadLevel } from '../../request/read-plan.ts';
import { findRelationship } from '../../schema-cache/find-relationship.ts';
import { compileField } from '../condition/compile-operand.ts';
import type { QueryScope, RowSource } from '../sql/query-scope.ts';
import { type EmbedLink, linkEmbed } from './link-embed.ts';
import {
  type CompiledLevel,
  groupedValue,
  hasAggregates,
  isStar,
  type LevelOptions,
  numberedName,
  type Output,
  type OutputColumn,
  renderCut,
  renderRows,
  where,
} from './render-level.ts';

/** Handed in, since levels hold embeds and embeds hold levels. */
type CompileLevel = (
  level: ReadLevel,
  source: RowSource,
  scope: QueryScope,
  options: LevelOptions,
) => CompiledLevel;

export interface CompiledEmbed {
  /** As written, for errors. */
  name: string;
  outputs: readonly Output[];
  join: string | null;
  /** `exists (…)`: whether a row of the level above has one here. */
  exists: string;
  /** @param grouped rows of the level above are grouped: only what they are grouped by can order them */
  orderBy(field: FieldPath, grouped: boolean): string;
}

/**
 * An embed, seen from a row of `parent`. One object or list is a subquery in the select list, which PostgreSQL computes only for
 * the rows that are left after sorting and cutting.
 */
export function compileEmbed(
  item: EmbedItem,
  parent: RowSource,
  scope: QueryScope,
  compileLevel: CompileLevel,
): CompiledEmbed {
  const link = linkEmbed(relationshipOf(item, parent, scope), parent, scope);
  if (item.spread && !link.toOne && hasAggregates(item.level.select))
    throw notImplemented('Aggregates are not implemented for one-to-many or many-to-many spreads.');
  const level = compileLevel(item.level, link.source, scope, {
    cap: link.toOne ? null : scope.maxRows,
    starNamed: item.spread,
    hoisted: item.spread,
  });
  const rows = `from ${link.from}${where([...link.conditions, ...level.conditions])}`;
  const cut = item.level.limit === null && item.level.offset === 0 ? '' : renderCut(level);
  const shown = show(item, link, level, scope);
  return {
    name: item.name,
    ...shown,
    exists: `exists (select 1 ${rows}${cut})`,
    orderBy(field, grouped) {
      if (!link.toOne) throw relatedOrderNotToOne(parent.relation?.name ?? '', item.name);
      const read = compileField(link.source, field, 'show');
      const place = columns(level).findIndex(({ sql, aggregate }) => sql === read && aggregate === null);
      const spread = grouped && item.spread ? shown.outputs[place] : undefined;
      if (spread !== undefined && !isStar(spread)) return groupedValue(spread);
      const value = compileField(link.source, field, 'compare');
      return `(select ${value} ${rows} limit 1)`;
    },
  };
}

function show(
  item: EmbedItem,
  link: EmbedLink,
  level: CompiledLevel,
  scope: QueryScope,
): Pick<CompiledEmbed, 'outputs' | 'join'> {
  if (item.level.select.length === 0) return { outputs: [], join: null };
  if (item.spread) {
    const alias = scope.aliases.next('spread');
    return link.toOne ? spreadOne(link, level, alias) : spreadMany(link, level, alias);
  }
  // Keys lead to one row at most, but views may have it twice.
  const cut = link.toOne && level.limit === null ? { ...level, limit: '1' } : level;
  const rows = renderRows(cut, link.from, link.conditions);
  const sql = link.toOne
    ? `(select row_to_json(t.*) from (${rows}) as t)`
    : `coalesce((select json_agg(t.*) from (${rows}) as t), '[]')`;
  return { outputs: [{ name: item.alias ?? item.name, sql, aggregate: null, isJson: true }], join: null };
}

function relationshipOf(item: EmbedItem, parent: RowSource, scope: QueryScope) {
  const { relation } = parent;
  if (relation === null)
    throw relationshipNotFound({
      origin: parent.alias,
      target: item.name,
      schema: scope.schema,
      usingHint: item.hint,
      suggestion: null,
    });
  const { schema } = scope;
  const wanted = { origin: { schema: relation.schema, name: relation.name }, schema };
  return findRelationship(scope.cache, { ...wanted, name: item.name, hint: item.hint });
}

interface Spread {
  outputs: readonly Output[];
  join: string;
}

/** `...client(name, city)`: columns of the one row become columns of the level above, null without a row. */
function spreadOne(link: EmbedLink, level: CompiledLevel, alias: string): Spread {
  const rows = renderRows(level, link.from, link.conditions, 'numbered');
  const outputs = columns(level).map((output, index) => ({
    ...output,
    sql: `${alias}.${numberedName(index)}`,
  }));
  return { outputs, join: `left join lateral (${rows}) as ${alias} on true` };
}

/** `...tasks(name, done)`: each column becomes an array, all in the same order. */
function spreadMany(link: EmbedLink, level: CompiledLevel, alias: string): Spread {
  const rows = renderRows(level, link.from, link.conditions, 'numbered');
  const names = columns(level).map((_output, index) => numberedName(index));
  const arrays = names.map((name) => `coalesce(json_agg(t.${name}), '[]') as ${name}`);
  const outputs = columns(level).map(({ name }, index) => ({
    name,
    sql: `${alias}.${numberedName(index)}`,
    aggregate: null,
    isJson: true,
  }));
  return {
    outputs,
    join: `left join lateral (select ${arrays.join(', ')} from (${rows}) as t) as ${alias} on true`,
  };
}

function columns(level: CompiledLevel): readonly OutputColumn[] {
  return level.outputs.filter((output): output is OutputColumn => !isStar(output));
}
