export { type OpenedFile, openBackupFile } from './backup-files/open-file.ts';
export { type OpenedExport, openExport } from './database/open-export.ts';
export { OtherSecretKeyError } from './kernel/check-secret-key.ts';
export { holdsSecrets } from './kernel/holds-secrets.ts';
export { isDatabaseAway } from './kernel/is-database-away.ts';
export { isDiskFull } from './kernel/is-disk-full.ts';
export type { Log } from './kernel/log.ts';
export { PlatformError } from './kernel/platform-error.ts';
export type {
  Actor,
  CallProject,
  ProjectCall,
  RequestLogFilter,
  RequestLogReader,
} from './kernel/ports.ts';
export type { RequestContext } from './kernel/router-base.ts';
export type { StepObserver } from './operations/run-operation.ts';
export { openPlatform, type Platform, type PlatformOptions } from './platform.ts';
export { router } from './router.ts';
