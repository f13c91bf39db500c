export { type DatabaseReport, readDatabaseReport } from './activity/database-report.ts';
export { type ConnectionName, type EndedQuery, endQuery } from './activity/end-query.ts';
export { listRunningQueries, type RunningQuery } from './activity/running-queries.ts';
export { listSlowQueries, type SlowQuery } from './activity/slow-queries.ts';
export { cancelBackend } from './cancel.ts';
export {
  type CatalogFunction,
  type CatalogRelation,
  type CompletionCatalog,
  loadCompletionCatalog,
  type RelationKind,
} from './catalog/completion-catalog.ts';
export { databaseSize } from './catalog/database-size.ts';
export { type ConnectOptions, connect, withClient } from './connect.ts';
export { type ConnectionTarget, withSetting } from './connection-target.ts';
export { type CsvOptions, writeCsv } from './csv/write-csv.ts';
export { CopyFailure } from './dump/connection/copy-failure.ts';
export type { TransferProgress } from './dump/connection/transfer-progress.ts';
export { type CopyOptions, type CopyStep, copyDatabase } from './dump/copy-database.ts';
export { type DumpOptions, dumpDatabase } from './dump/dump-database.ts';
export { measureDatabase } from './dump/measure-database.ts';
export { findPrivilegeDifferences } from './dump/role-privileges/find-privilege-differences.ts';
export type { PrivilegeDifference } from './dump/role-privileges/privilege-differences.ts';
export { findUpgradeBlockers } from './dump/upgrade-blockers/find-upgrade-blockers.ts';
export type { UpgradeBlocker } from './dump/upgrade-blockers/upgrade-blocker.ts';
export { openPipeline, type PipelineOptions } from './pipeline/open-pipeline.ts';
export type { Pipeline, PipelineResult, PipelineStatement, RunGroupOptions } from './pipeline/pipeline.ts';
export { PipelineBusyError } from './pipeline/pipeline-busy-error.ts';
export { type ConnectionPool, createPool, type PoolOptions } from './pool.ts';
export { QueryError, type QueryErrorFields, SQLSTATE } from './query-error.ts';
export type { QueryResult } from './query-result.ts';
export type { RowCaps } from './row-batch.ts';
export { type RunQueryOptions, runQuery } from './run-query.ts';
export { runReadOnlyQuery } from './run-read-only-query.ts';
export { runReadOnlyScript } from './run-read-only-script.ts';
export { runScript } from './run-script.ts';
export { scramVerifier } from './scram-verifier.ts';
export type { CutValue, ScriptError, ScriptEvent, ScriptField, ScriptOutcome } from './script-events.ts';
export type { RunScriptOptions } from './script-run.ts';
export { setRolePassword } from './set-role-password.ts';
export { toQueryError } from './to-query-error.ts';
export type { JsonValue } from './values/decode-value.ts';
