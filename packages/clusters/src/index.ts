import type { LocalDriver } from './local/local-driver.ts';
import { type OpenOptions, openWith } from './local/open-local-driver.ts';
import { projectDatabaseScripts, projectDatabaseUpdates } from './project-database/index.ts';

export * from './backup/backup-store.ts';
export * from './backup/cluster-backups.ts';
export { openFolderStore } from './backup/folder-store.ts';
export { type ClusterBackupsOptions, openClusterBackups } from './backup/open-cluster-backups.ts';
export * from './driver.ts';
export { postgresVersion } from './local/binaries.ts';
export { isFullDisk } from './local/explain-failure.ts';
export type { LocalDriver } from './local/local-driver.ts';
export type { OpenOptions as LocalDriverOptions } from './local/open-local-driver.ts';
export { limitsAvailable as canEnforceLimits } from './local/resource-limits.ts';
export type { Log as ClusterLog } from './local/supply.ts';
export { projectDatabasePowers } from './project-database/index.ts';

/**
 * The driver for clusters on this machine. Several processes may open the same data folder.
 * @throws {ClusterError} home_unusable
 */
export function openLocalDriver(options: OpenOptions): Promise<LocalDriver> {
  return openWith({ ...options, scripts: projectDatabaseScripts, updates: projectDatabaseUpdates() });
}
