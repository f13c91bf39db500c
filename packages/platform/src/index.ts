export { makeResetToken, passwordResetLink } from './accounts/passwords.ts';
export { answerMessage, followAnswer } from './assistant/answers/answer-message.ts';
export { completeText } from './assistant/complete-text.ts';
export { serveMcp } from './assistant/mcp/serve-mcp.ts';
export { openAuditLogExport } from './audit-log/export-entries.ts';
export { type OpenedFile, openBackupFile } from './backup-files/open-file.ts';
export {
  backUpByOperator,
  listOperatedBackups,
  listOperatedProjects,
  type OperatedBackups,
  type OperatedOperation,
  type OperatedProject,
  readOperatedOperation,
  restoreByOperator,
} from './backups/operator-backups.ts';
export { toRecoveryRequest } from './backups/recovery/recovery-request.ts';
export { type OpenedExport, openExport } from './database/open-export.ts';
export { importTable } from './database/rows/import-table.ts';
export { deployFunction } from './functions/deploy-functions.ts';
export { readFunctionFiles } from './functions/read-functions.ts';
export { hearOfPush } from './git-sync/hear-of-push.ts';
export { holdsSecrets, OtherSecretKeyError } from './kernel/check-secret-key.ts';
export { isDatabaseAway, isDiskFull } from './kernel/failures.ts';
export type { Log } from './kernel/log.ts';
export { type MigrationState, migrateDatabase, readMigrationState } from './kernel/migrate.ts';
export { PlatformError } from './kernel/platform-error.ts';
export type {
  Actor,
  BackupCopies,
  CallProject,
  FunctionFiles,
  Mailer,
  ProjectBucket,
  ProjectCall,
  RequestLogFilter,
  RequestLogReader,
} from './kernel/ports.ts';
export type { RequestContext } from './kernel/router-base.ts';
export type { StepObserver } from './operations/run-operation.ts';
export { openPlatform, type Platform, type PlatformOptions } from './platform.ts';
export { listStoredProjects, type StoredProject } from './projects/list-stored-projects.ts';
export { router } from './router.ts';
export { clearFiles } from './storage-usage/clear-files.ts';
