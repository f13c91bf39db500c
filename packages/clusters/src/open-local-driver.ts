// What a process needs that only looks for clusters: the gateway starts a tenth sooner without everything about backups.
import type { LocalDriver } from './local/local-driver.ts';
import { type OpenOptions, openWith } from './local/open-local-driver.ts';
import { projectDatabaseScripts, projectDatabaseUpdates } from './project-database/index.ts';

export { ClusterError, PLATFORM_REF } from './driver.ts';
export type { LocalDriver } from './local/local-driver.ts';
export type { OpenOptions as LocalDriverOptions } from './local/open-local-driver.ts';
export { separationNote } from './local/server/server-walls.ts';

/**
 * The driver for clusters on this machine. Several processes may open the same data folder.
 * @throws {ClusterError} home_unusable
 */
export function openLocalDriver(options: OpenOptions): Promise<LocalDriver> {
  return openWith({ ...options, scripts: projectDatabaseScripts, updates: projectDatabaseUpdates() });
}
