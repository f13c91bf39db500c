import {
  type LocalDriver,
  type Log,
  openInstallation,
  openLocalDriver,
  PLATFORM_REF,
} from '@basalt/clusters';
import type { Config } from './config.ts';
import type { Home } from './home.ts';
import { createLogger } from './logger.ts';

/** What commands do with clusters while no Basalt runs. */
export interface OwnClusters {
  clusters: LocalDriver;
  log: Log;
}

/**
 * Opens the clusters of a data folder for a command that holds its lock, and closes them when the work is done.
 * @param name of the command, and of its log file
 */
export async function withClusters<T>(
  name: 'restore' | 'upgrade',
  config: Config,
  home: Home,
  work: (own: OwnClusters) => Promise<T>,
): Promise<T> {
  const logger = createLogger(name, config.logLevel, `${home.logs}/${name}.log`);
  const log: Log = (level, fields, message) => logger[level](fields, message);
  const installations = await Promise.all(
    config.installations.map(({ major, folder }) => openInstallation(major, folder)),
  );
  const clusters = await openLocalDriver({
    home: home.path,
    listenAddress: config.host,
    log,
    installations,
  });
  try {
    return await work({ clusters, log });
  } finally {
    // Nobody else runs on this folder, and nobody is to find a server that he did not start.
    await clusters.stop(PLATFORM_REF).catch(() => {});
    await clusters.close();
  }
}
