import type { FieldPath, Test } from '../request/read-plan.ts';
import type { Column } from '../schema-cache/schema-cache.ts';
import { arrayText } from './array-text.ts';
import { compileField } from './compile-field.ts';
import { compileTextSearch } from './compile-text-search.ts';
import { quoteQualified } from './quote-name.ts';
import { knownColumn, type RowSource } from './row-source.ts';
import type { StatementValues } from './statement-values.ts';

const COMPARISON_SQL = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const;
const PLAIN_SQL = {
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;
const IS_SQL = {
  null: 'null',
  not_null: 'not null',
  true: 'true',
  false: 'false',
  unknown: 'unknown',
} as const;
const PATTERNS: ReadonlySet<string> = new Set(['like', 'ilike', 'match', 'imatch']);

/** One test of a field. The parameter takes its type from the field, as a quoted literal would. */
export function compileTest(
  source: RowSource,
  field: FieldPath,
  test: Test,
  values: StatementValues,
): string {
  const column = field.steps.length === 0 ? knownColumn(source, field.name) : undefined;
  const left = compileField(source, field, 'compare');
  switch (test.operator) {
    case 'is':
      return `${left} is ${IS_SQL[test.value]}`;
    case 'in':
      return compileIn(left, test.values, column, values);
    case 'fts':
    case 'plfts':
    case 'phfts':
    case 'wfts':
      return compileTextSearch(left, test, typeOf(source, field, column), values);
    case 'isdistinct':
    case 'cs':
    case 'cd':
    case 'ov':
    case 'sl':
    case 'sr':
    case 'nxr':
    case 'nxl':
    case 'adj':
      return `${left} ${PLAIN_SQL[test.operator]} ${scalar(test.value, column, values)}`;
    default: {
      const operator = COMPARISON_SQL[test.operator];
      const known = PATTERNS.has(test.operator) ? undefined : column;
      if (test.quantifier === null) return `${left} ${operator} ${scalar(test.value, known, values)}`;
      return `${left} ${operator} ${test.quantifier}(${array(test.value, known, values)})`;
    }
  }
}

function typeOf(source: RowSource, field: FieldPath, column: Column | undefined): string | null {
  if (field.steps.length > 0) return field.steps.at(-1)?.asText ? 'text' : 'jsonb';
  if (source.relation === null) return null;
  return column?.baseType ?? null;
}

function scalar(value: string, column: Column | undefined, values: StatementValues): string {
  const fromText = column?.representation?.fromText;
  return fromText ? `${quoteQualified(fromText)}(${values.add(value)}::text)` : values.add(value);
}

function array(value: string, column: Column | undefined, values: StatementValues): string {
  const fromText = column?.representation?.fromText;
  const mark = values.add(value);
  if (!fromText) return mark;
  return `array(select ${quoteQualified(fromText)}(given.value) from unnest(${mark}::text[]) as given(value))`;
}

function compileIn(
  left: string,
  list: readonly string[],
  column: Column | undefined,
  values: StatementValues,
): string {
  // There are no arrays of arrays, and those of boxes have a separator of their own.
  if (list.length > 0 && (column?.isArray || column?.baseType === 'box'))
    return `${left} in (${list.map((value) => values.add(value)).join(', ')})`;
  return `${left} = any(${array(arrayText(list), column, values)})`;
}
