import { badEmbedFilter } from '../../errors/index.ts';
import type { Condition, FieldPath, TEXT_SEARCHES, Test } from '../../request/read-plan.ts';
import type { RowSource, StatementValues } from '../sql/query-scope.ts';
import { checkSearch, joinSql, quoteText } from '../sql/sql-text.ts';
import {
  arrayOperand,
  type Comparand,
  comparand,
  compileField,
  listOperand,
  scalarOperand,
} from './compile-operand.ts';

/** By alias or name: the test whether an embed of this level has rows. */
type EmbedTests = ReadonlyMap<string, { name: string; exists: string }>;

/** A condition as one SQL expression that can stand beside others after `and`. */
export function compileCondition(
  condition: Condition,
  source: RowSource,
  embeds: EmbedTests,
  values: StatementValues,
): string {
  if (condition.kind !== 'test') {
    const { kind, negated, conditions } = condition;
    const parts = conditions.map((part) => compileCondition(part, source, embeds, values));
    const joined = parts.length === 0 ? 'true' : `(${joinSql(parts, ` ${kind} `)})`;
    return negated ? `not ${joined}` : joined;
  }
  const { field, test, negated } = condition;
  const embed = field.steps.length === 0 ? embeds.get(field.name) : undefined;
  if (embed !== undefined) return compileEmbedTest(embed, test, negated);
  const sql = compileTest(source, field, test, values);
  return negated ? `not (${sql})` : sql;
}

/** `rel=is.null` keeps rows without a match, `rel=not.is.null` those with one. */
function compileEmbedTest(embed: { name: string; exists: string }, test: Test, negated: boolean): string {
  if (test.operator !== 'is' || (test.value !== 'null' && test.value !== 'not_null'))
    throw badEmbedFilter(embed.name);
  const wanted = (test.value === 'not_null') !== negated;
  return wanted ? embed.exists : `not ${embed.exists}`;
}

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
function compileTest(source: RowSource, field: FieldPath, test: Test, values: StatementValues): string {
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

type TextSearch = Extract<Test, { operator: (typeof TEXT_SEARCHES)[number] }>;

const QUERY_FUNCTIONS = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;
// The others take any text for words.
const SYNTAX: ReadonlySet<string> = new Set(['fts', 'wfts']);
const DOCUMENTS: ReadonlySet<string> = new Set(['json', 'jsonb']);

/**
 * A text search in a `tsvector`, or in what can be made one. The language is a literal: an index on `to_tsvector('english', …)`
 * is found only with the same constant.
 * @param type of the field without its domain; null: not known, the database decides
 */
function compileTextSearch(
  left: string,
  test: TextSearch,
  type: string | null,
  values: StatementValues,
): string {
  if (SYNTAX.has(test.operator)) checkSearch(test.value);
  const language = test.language === null ? '' : `${quoteText(test.language)}, `;
  // In a subquery it is made once: as a mere call it would be made anew for every row, and a long one takes a while.
  const query = `(select ${QUERY_FUNCTIONS[test.operator]}(${language}${values.add(test.value)}))`;
  if (type === null || type === 'tsvector') return `${left} @@ ${query}`;
  const text = DOCUMENTS.has(type) || type === 'text' ? left : `${left}::text`;
  return `to_tsvector(${language}${text}) @@ ${query}`;
}
