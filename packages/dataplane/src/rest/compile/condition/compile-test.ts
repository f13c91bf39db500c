import type { FieldPath, Test } from '../../request/read-plan.ts';
import type { RowSource } from '../sql/row-source.ts';
import type { StatementValues } from '../sql/statement-values.ts';
import { compileField } from './compile-field.ts';
import { arrayOperand, type Comparand, comparand, listOperand, scalarOperand } from './compile-operand.ts';
import { compileTextSearch } from './compile-text-search.ts';

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
const PATTERN: Comparand = { column: null, type: 'text' };
const PATTERNS: ReadonlySet<string> = new Set(['like', 'ilike', 'match', 'imatch']);

/** One test of a field. The parameter takes its type from the field, as a quoted literal would. */
export function compileTest(
  source: RowSource,
  field: FieldPath,
  test: Test,
  values: StatementValues,
): string {
  const compared = comparand(source, field);
  const left = compileField(source, field, 'compare');
  switch (test.operator) {
    case 'is':
      return `${left} is ${IS_SQL[test.value]}`;
    case 'in':
      return `${left} ${listOperand(test.values, compared, values)}`;
    case 'fts':
    case 'plfts':
    case 'phfts':
    case 'wfts':
      return compileTextSearch(left, test, compared.type, values);
    case 'isdistinct':
    case 'cs':
    case 'cd':
    case 'ov':
    case 'sl':
    case 'sr':
    case 'nxr':
    case 'nxl':
    case 'adj':
      return `${left} ${PLAIN_SQL[test.operator]} ${scalarOperand(test.value, compared, values)}`;
    default: {
      const operator = COMPARISON_SQL[test.operator];
      // A pattern is a text, whatever it is compared with.
      const other = PATTERNS.has(test.operator) ? PATTERN : compared;
      if (test.quantifier === null) return `${left} ${operator} ${scalarOperand(test.value, other, values)}`;
      return `${left} ${operator} ${test.quantifier}(${arrayOperand(test.value, other, values)})`;
    }
  }
}
