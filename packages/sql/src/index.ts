export { applyAutoLimit, type LimitedSql } from './commands/auto-limit.ts';
export { nonReturningVerb } from './commands/non-returning-verb.ts';
export { type AppliedParameters, applyParameters } from './parameters/apply-parameters.ts';
export { parseParameters, type QueryParameter } from './parameters/parse-parameters.ts';
export { findRisks, isDestructive, isUpdateWithoutWhere } from './risks/find-risks.ts';
export type { Risk, RiskKind } from './risks/risk.ts';
export { enableRlsStatements } from './risks/tables-without-rls.ts';
export {
  type FilterOperator,
  formatFilter,
  formatSort,
  parseFilter,
  parseSort,
  type TableFilter,
  type TableSort,
} from './table-view.ts';
export { type FormattedSqlError, formatSqlError, type SqlErrorFields } from './text/format-sql-error.ts';
export { isSimpleIdentifier, quoteIdent, quoteIdentAlways, quoteLiteral } from './text/identifiers.ts';
export { nameOfSql } from './text/name-of-sql.ts';
export { removeComments } from './text/remove-comments.ts';
export { RESERVED_WORDS } from './text/reserved-words.ts';
export { type Statement, splitStatements, statementTokens } from './text/statements.ts';
export { placeOf, type TextPlace } from './text/text-place.ts';
export { isFiller, isPunctuation, isString, type Token, type TokenKind, wordOf } from './text/token.ts';
export { significantTokens, tokenize } from './text/tokens.ts';
export { type TopLevelKeyword, topLevelKeywords } from './text/top-level-keywords.ts';
export { describeWrite, type WriteDescription } from './writes/describe-write.ts';
export { findUnknownFunctions } from './writes/find-unknown-functions.ts';
export { isReadOnlySelect } from './writes/is-read-only-select.ts';
