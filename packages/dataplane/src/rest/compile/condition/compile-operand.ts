import type { FieldPath } from '../../request/read-plan.ts';
import type { Column } from '../../schema-cache/schema-cache.ts';
import { arrayText } from '../sql/array-text.ts';
import { checkDepth, checkDimensions } from '../sql/check-value.ts';
import { quoteQualified } from '../sql/quote-name.ts';
import { knownColumn, type RowSource } from '../sql/row-source.ts';
import type { StatementValues } from '../sql/statement-values.ts';

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
