import type { FieldPath, JsonStep } from '../../request/read-plan.ts';
import type { Column } from '../../schema-cache/schema-cache.ts';
import { knownColumn, type RowSource, type StatementValues } from '../sql/query-scope.ts';
import { arrayText, checkDepth, checkDimensions, quoteQualified, quoteText } from '../sql/sql-text.ts';

/** What a field is read for: only `json` has no comparison of its own. */
type FieldUse = 'show' | 'compare';

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

/** What values are compared with. */
export interface Comparand {
  /** Null: a path into a column, a computed column, or an unknown one. */
  column: Column | null;
  /** Without its domain; null: not known. */
  type: string | null;
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'character varying', 'character', 'name']);

export function comparand(source: RowSource, field: FieldPath): Comparand {
  const last = field.steps.at(-1);
  if (last !== undefined) return { column: null, type: last.asText ? 'text' : 'jsonb' };
  const column = knownColumn(source, field.name) ?? null;
  return { column, type: column?.baseType ?? null };
}

/** One value, as its type reads it. */
export function scalarOperand(value: string, { column, type }: Comparand, values: StatementValues): string {
  if (type === null || !TEXTS.has(type)) checkDepth(value);
  if (column?.isArray) checkDimensions(value);
  const fromText = column?.representation?.fromText;
  return fromText ? `${quoteQualified(fromText)}(${values.add(value)}::text)` : values.add(value);
}

/** A value that is an array's text, for ANY and ALL. */
export function arrayOperand(value: string, { column }: Comparand, values: StatementValues): string {
  checkDimensions(value);
  const fromText = column?.representation?.fromText;
  const mark = values.add(value);
  if (!fromText) return mark;
  return `array(select ${quoteQualified(fromText)}(given.value) from unnest(${mark}::text[]) as given(value))`;
}

/** `= any(…)` or `in (…)` with a list. */
export function listOperand(list: readonly string[], compared: Comparand, values: StatementValues): string {
  const { column, type } = compared;
  if (type === null || !TEXTS.has(type)) list.forEach(checkDepth);
  // There are no arrays of arrays, and those of boxes have a separator of their own.
  if (list.length > 0 && (column?.isArray || type === 'box'))
    return `in (${list.map((value) => scalarOperand(value, compared, values)).join(', ')})`;
  return `= any(${arrayOperand(arrayText(list), compared, values)})`;
}
