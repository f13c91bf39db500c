import { notImplemented } from '../../errors/index.ts';
import type { FieldItem, SelectItem } from '../../request/read-plan.ts';
import type { Column } from '../../schema-cache/schema-cache.ts';
import { compileField, fieldName, isPlainJson } from '../condition/compile-operand.ts';
import { castType } from '../sql/cast-type.ts';
import { knownColumn, type RowSource } from '../sql/row-source.ts';
import { quoteQualified } from '../sql/sql-text.ts';
import { isStar, type Output, type OutputColumn } from './render-level.ts';

// PostgreSQL's limit is 1,664 for a target list.
const MAX_OUTPUTS = 1600;

/** The columns of a level in the order of `select`. The outputs of embeds come ready made. */
export function compileSelect(
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

/** Whether rows of this level are grouped: by an aggregate of its own, or by one of an embed that is spread into it. */
export function hasAggregates(items: readonly SelectItem[]): boolean {
  return items.some((item) => {
    if (item.kind === 'count') return true;
    if (item.kind === 'field') return item.aggregate !== null;
    return item.kind === 'embed' && item.spread && hasAggregates(item.level.select);
  });
}
