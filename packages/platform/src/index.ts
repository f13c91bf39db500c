export type { Actor } from './access/authorize.ts';
export type { Log, PlatformSettings } from './kernel/dependencies.ts';
export { isDatabaseAway } from './kernel/is-database-away.ts';
export { PlatformError } from './kernel/platform-error.ts';
export type { RequestContext } from './kernel/router-base.ts';
export type { StepObserver } from './operations/run-operation.ts';
export { openPlatform, type Platform, type PlatformOptions } from './platform.ts';
export { router } from './router.ts';
