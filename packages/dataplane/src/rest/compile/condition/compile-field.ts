import type { FieldPath, JsonStep } from '../../request/read-plan.ts';
import type { Column } from '../../schema-cache/schema-cache.ts';
import { quoteText } from '../sql/quote-name.ts';
import { knownColumn, type RowSource } from '../sql/row-source.ts';

/** What a field is read for: only `json` has no comparison of its own. */
export type FieldUse = 'show' | 'compare';

/** A column, computed column, or what lies inside one. Steps into anything but JSON go through its JSON form. */
export function compileField(source: RowSource, field: FieldPath, use: FieldUse): string {
  const value = source.column(field.name);
  const last = field.steps.at(-1);
  if (last === undefined) return value;
  const type = knownColumn(source, field.name)?.baseType;
  const comparable = type === 'jsonb' || (type === 'json' && (use === 'show' || last.asText));
  const json = comparable ? value : `to_jsonb(${value})`;
  return `(${json}${field.steps.map(stepSql).join('')})`;
}

function stepSql(step: JsonStep): string {
  const arrow = step.asText ? '->>' : '->';
  return step.kind === 'key' ? `${arrow}${quoteText(step.key)}` : `${arrow}(${step.index})`;
}

/** The key under which a field without alias stands in the answer: the last key of its path, else the column. */
export function fieldName(field: FieldPath): string {
  const keys = field.steps.filter((step) => step.kind === 'key');
  return keys.at(-1)?.key ?? field.name;
}

/** Whether a shown field is of a type without equality, which grouping needs. */
export function isPlainJson(source: RowSource, field: FieldPath): boolean {
  const type = knownColumn(source, field.name)?.baseType;
  return type === 'json' && field.steps.at(-1)?.asText !== true;
}

export function isJsonColumn(column: Pick<Column, 'baseType'>): boolean {
  return column.baseType === 'json' || column.baseType === 'jsonb';
}
