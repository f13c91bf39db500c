export type * from './auth-settings.ts';
export * from './connection-shares.ts';
export type * from './functions.ts';
export { ROLLBACK_CLAIM, SCHEMA_READER_CLAIM } from './manager-claims.ts';
export type * from './project-snapshot.ts';
export * from './realtime-count.ts';
export * from './realtime-settings.ts';
export type * from './request-log-entry.ts';
export * from './usage-counts.ts';
