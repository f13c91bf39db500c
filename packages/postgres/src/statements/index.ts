export { adviseIndexes, type IndexAdvice } from './advise-indexes.ts';
export { explainStatement, type PlanJson } from './explain-statement.ts';
export {
  type RecordedStatement,
  readStatements,
  resetStatements,
  type StatementOrder,
  type StatementStatistics,
} from './recorded-statements.ts';
export { type IndexTrial, type TriedStatement, tryIndex } from './try-index.ts';
