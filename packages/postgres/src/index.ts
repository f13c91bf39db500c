export { type CacheCounters, readCacheCounters } from './activity/cache-counters.ts';
export { type DatabaseReport, databaseSize, readDatabaseReport } from './activity/database-report.ts';
export { type ConnectionName, type EndedQuery, endQuery } from './activity/end-query.ts';
export {
  type Connections,
  endIdleConnections,
  type IdleConnection,
  type IdleKind,
  listConnections,
} from './activity/idle-connections.ts';
export { listRunningQueries, type RunningQuery } from './activity/running-queries.ts';
export { listSlowQueries, type SlowQuery } from './activity/slow-queries.ts';
export { type EndedSpill, endTemporaryFiles } from './activity/temporary-files.ts';
export { cancelByKey, cancelRequest } from './connections/cancel.ts';
export { type ConnectOptions, connect, withClient } from './connections/connect.ts';
export { type ConnectionTarget, withSetting } from './connections/connection-target.ts';
export { type ConnectionPool, createPool, type PoolOptions } from './connections/pool.ts';
export { scramVerifier, setRolePassword } from './connections/role-password.ts';
export { type WriteOptions, writeCsv } from './csv/write-csv.ts';
export { CopyFailure } from './dump/connection/copy-failure.ts';
export type { TransferProgress } from './dump/connection/transfer-progress.ts';
export { type CopyOptions, type CopyStep, copyDatabase } from './dump/copy-database.ts';
export { type DumpOptions, dumpDatabase } from './dump/dump-database.ts';
export { measureDatabase } from './dump/measure-database.ts';
export { findPrivilegeDifferences } from './dump/role-privileges/find-privilege-differences.ts';
export type { PrivilegeDifference } from './dump/role-privileges/privilege-differences.ts';
export { findInPlaceBlockers, findUpgradeBlockers } from './dump/upgrade-blockers/find-upgrade-blockers.ts';
export type { UpgradeBlocker } from './dump/upgrade-blockers/upgrade-blocker.ts';
export { isLostRace, retryLostRaces } from './errors/lost-races.ts';
export { QueryError, type QueryErrorFields, SQLSTATE, toQueryError } from './errors/query-error.ts';
export { openPipeline, type PipelineOptions } from './pipeline/open-pipeline.ts';
export type { Pipeline, PipelineResult, PipelineStatement, RunGroupOptions } from './pipeline/pipeline.ts';
export { PipelineBusyError } from './pipeline/pipeline-busy-error.ts';
export { NoRoomForResultError, type ResultRoom, ResultTooLargeError } from './pipeline/result-too-large.ts';
export type { QueryResult } from './queries/query-result.ts';
export { runReadOnlyQuery } from './queries/read-only-query.ts';
export { type RunQueryOptions, runQuery } from './queries/run-query.ts';
export { logInRemotely, type RemoteSession } from './remote/log-in-remotely.ts';
export { loginFor, type RemoteDatabase, type RemoteLogins } from './remote/remote-database.ts';
export { compareSchemas, readSchema } from './schema-diff/diff-schemas.ts';
export type {
  DifferenceRisk,
  DifferenceStatement,
  DifferenceSubject,
  KeptSchema,
  NotCompared,
  SchemaDifference,
} from './schema-diff/difference.ts';
export { type DryRun, dryRunScript } from './scripts/dry-run.ts';
export type { RowCaps } from './scripts/row-batch.ts';
export { runReadOnlyScript } from './scripts/run-read-only-script.ts';
export { runScript } from './scripts/run-script.ts';
export type {
  CutValue,
  ScriptError,
  ScriptEvent,
  ScriptField,
  ScriptOutcome,
} from './scripts/script-events.ts';
export { controlsTransaction } from './scripts/script-pieces.ts';
export type { RunScriptOptions } from './scripts/script-run.ts';
export type { JsonValue } from './values/decode-value.ts';
