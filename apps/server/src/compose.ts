import { join } from 'node:path';
import {
  DEFAULT_POSTGRES_MAJOR,
  type LocalDriver,
  openFolderStore,
  openLocalDriver,
  PLATFORM_REF,
} from '@basalt/clusters';
import { requestLogReader } from '@basalt/dataplane/request-log';
import { openPlatform, type Platform, type StepObserver } from '@basalt/platform';
import type { Logger } from 'pino';
import { reachableHost } from './addresses.ts';
import type { Config } from './config.ts';
import { projectCaller } from './gateway/call-project.ts';
import { type Home, loadSecretKey } from './home.ts';
import { wordInputErrors } from './input-wording.ts';
import { platformDatabaseUrl } from './platform-database-url.ts';
import { projectUrl } from './project-url.ts';
import { requestLogFolder } from './request-log-folder.ts';

export interface Composition {
  clusters: LocalDriver;
  platform: Platform;
}

export interface ComposeOptions {
  config: Config;
  home: Home;
  log: Logger;
  /** Told what takes time at the very first start. */
  onProgress?: (text: string) => void;
  onStep?: StepObserver;
}

/** Wires the platform: this machine's cluster driver, the platform's own database, and the commands on top. */
export async function compose({
  config,
  home,
  log,
  onProgress,
  onStep,
}: ComposeOptions): Promise<Composition> {
  const write = (
    level: 'debug' | 'info' | 'warn' | 'error',
    fields: Record<string, unknown>,
    message: string,
  ) => log[level](fields, message);
  wordInputErrors();
  const secretKey = await loadSecretKey(home);
  const clusters = await openLocalDriver({
    home: home.path,
    listenAddress: config.host,
    log: write,
  });
  const platform = await openPlatform({
    databaseUrl: config.databaseUrl ?? (await startPlatformDatabase(clusters, onProgress)),
    clusters,
    backupStore: await openFolderStore(join(home.path, 'backups')),
    secretKey,
    settings: {
      databaseHost: reachableHost(config.host),
      databasePorts: config.databasePorts,
      projectUrl: (ref) => projectUrl(config, ref),
      defaultPlan: config.defaultPlan,
      deletionGraceDays: config.deletionGraceDays,
    },
    callProject: projectCaller(config, secretKey),
    requestLog: requestLogReader(requestLogFolder(home)),
    log: write,
    ...(onStep ? { onStep } : {}),
  }).catch(async (error: unknown) => {
    // Nothing else uses it, and a start that failed leaves nothing running.
    if (config.databaseUrl === null) await clusters.stop(PLATFORM_REF);
    await clusters.close();
    throw error;
  });
  return { clusters, platform };
}

async function startPlatformDatabase(
  clusters: LocalDriver,
  onProgress?: (text: string) => void,
): Promise<string> {
  if ((await clusters.status(PLATFORM_REF)) === 'absent') {
    onProgress?.("Creating the platform's database …");
    await clusters.create({ ref: PLATFORM_REF, kind: 'platform', major: DEFAULT_POSTGRES_MAJOR, port: null });
  }
  const { address } = await clusters.start(PLATFORM_REF);
  // Should this fail, the process ends as after any defect, and its supervisor tries again with growing patience.
  clusters.onExit((ref) => ref === PLATFORM_REF && void clusters.start(PLATFORM_REF));
  return platformDatabaseUrl(address);
}
