import {
  type ClusterAddress,
  ClusterError,
  DEFAULT_POSTGRES_MAJOR,
  type LocalDriver,
  openInstallation,
  openLocalDriver,
  PLATFORM_REF,
  type ServerKeeper,
  SMALL_SETTINGS,
} from '@basalt/clusters';
import { functionLogReader } from '@basalt/dataplane/function-log';
import { poolerLogReader, sweepPoolerLogs } from '@basalt/dataplane/pooler-log';
import { realtimeCountsReader } from '@basalt/dataplane/realtime-counts';
import { requestLogReader } from '@basalt/dataplane/request-log';
import { createOutgoing } from '@basalt/network';
import {
  holdsSecrets,
  OtherSecretKeyError,
  openPlatform,
  type Platform,
  type StepObserver,
} from '@basalt/platform';
import type { Logger } from 'pino';
import { dashboardUrl, reachableHost } from './addresses.ts';
import {
  checkBackupOwner,
  type OpenBackupStore,
  openBackupStore,
  settleBackupStore,
} from './backups/open-backup-store.ts';
import { projectBuckets } from './backups/project-buckets.ts';
import { beginRestore, restoreInstallation } from './backups/restore-installation.ts';
import { type InstallationBackup, startInstallationBackup } from './backups/start-installation-backup.ts';
import { type Config, ConfigError, type KubernetesConfig } from './config.ts';
import { functionFiles } from './function-files.ts';
import { functionLogFolder } from './functions-folder.ts';
import { projectCaller } from './gateway/call-project.ts';
import { type Home, HomeError } from './home.ts';
import { wordInputErrors } from './input-wording.ts';
import { createMailer } from './mailer.ts';
import { makeCertificate } from './make-certificate.ts';
import { openObjectFiles, settleObjectStore } from './open-object-files.ts';
import { openRemoteDoors } from './open-remote-doors.ts';
import { platformDatabaseUrl, wordDatabaseError } from './platform-database-url.ts';
import { poolerLogFolder } from './pooler/pooler-log-folder.ts';
import { poolerSettings } from './pooler/pooler-settings.ts';
import { postgresLog } from './postgres-log.ts';
import { projectUrl } from './project-url.ts';
import { readDocuments } from './read-documents.ts';
import { realtimeCountsFolder } from './realtime-counts-folder.ts';
import { requestLogFolder } from './request-log-folder.ts';
import { ensureSecretKey, missingKeySentence, otherKeySentence, readSecretKey } from './secret-key.ts';
import { copyBeforeUpgrade } from './upgrade/upgrade-copies.ts';
import { rememberVersion } from './upgrade/used-version.ts';

export interface Composition {
  clusters: LocalDriver;
  /** Of the servers of projects. */
  postgresLog: { close(): Promise<void> };
  platform: Platform;
  /** Null: what belongs to no project is kept on this machine only. */
  installationBackup: InstallationBackup | null;
  keptBackups: OpenBackupStore;
}

export interface ComposeOptions {
  config: Config;
  home: Home;
  log: Logger;
  /** Told what takes time at the very first start. */
  onProgress?: (text: string) => void;
  onStep?: StepObserver;
}

/**
 * Wires the platform: this machine's cluster driver, the platform's own database, and the commands on top.
 * @throws HomeError when the key that sealed the database's secrets is missing, damaged or another one; ConfigError when
 *   DATABASE_URL names no database, or BASALT_S3_BUCKET no bucket, that can be used
 */
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
  // A damaged one is told before anything starts.
  await readSecretKey(home);
  await settleObjectStore(config, home);
  const restores = await beginRestore(config, home);
  await settleBackupStore(config, home);
  if (!restores) await checkBackupOwner(config, home);
  const installations = await Promise.all(
    config.installations.map(({ major, folder }) => openInstallation(major, folder)),
  );
  // Found out while the database starts.
  const pooler = poolerSettings(config);
  const clusters = await openLocalDriver({
    home: home.path,
    listenAddress: config.host,
    log: write,
    installations,
    certificate: makeCertificate,
  });
  const keeper = config.kubernetes === null ? null : await openKeeper(config.kubernetes);
  const keptBackups = await openBackupStore(config, home, write);
  const { store: backupStore, elsewhere } = keptBackups;
  const say = onProgress ?? (() => {});
  if (restores)
    await restoreInstallation({ config, home, clusters, store: backupStore, elsewhere, log: write, say });
  const isKeptElsewhere = config.databaseUrl === null && (config.backupBucket?.sealingKey ?? null) !== null;
  const databaseUrl = config.databaseUrl ?? (await startPlatformDatabase(clusters, isKeptElsewhere, say));
  const serverLogs = postgresLog(home, clusters, log);
  sweepPoolerLogs(poolerLogFolder(home), (error) =>
    log.warn({ err: error }, 'the logs of the pooler could not be swept'),
  );
  const outgoing = createOutgoing({ allowed: config.outgoingAllowed, dnsServers: config.dnsServers });
  const open = async () => {
    const secretKey = await keyOf(home, databaseUrl, config.databaseUrl === null);
    if (config.databaseUrl === null)
      await copyBeforeUpgrade({ home, clusters, log: write }, databaseUrl, say);
    return openPlatform({
      databaseUrl,
      clusters,
      keeper,
      backupStore,
      backupCopies: projectBuckets(backupStore, outgoing),
      functionFiles: functionFiles(home),
      objectFiles: await openObjectFiles(config, home),
      secretKey,
      settings: {
        databaseHost: reachableHost(config.host),
        databasePorts: config.databasePorts,
        pooler: await pooler,
        projectUrl: (ref) => projectUrl(config, ref),
        dashboardUrl: dashboardUrl(config),
        defaultPlan: config.defaultPlan,
        deletionGraceDays: config.deletionGraceDays,
        allowedExtensions: config.allowedExtensions,
        gitRepositories: config.gitRepositories,
        modelServer: config.modelServer,
        openId: config.openId,
        modelTimeoutMs: config.modelTimeout * 1_000,
      },
      callProject: projectCaller(config, secretKey),
      requestLog: requestLogReader(requestLogFolder(home)),
      functionLog: functionLogReader(functionLogFolder(home)),
      postgresLog: serverLogs,
      poolerLog: poolerLogReader(poolerLogFolder(home)),
      realtimeCounts: realtimeCountsReader(realtimeCountsFolder(home)),
      outgoing,
      remoteDatabases: (find) => openRemoteDoors(find, outgoing),
      readDocuments,
      mailer: createMailer(config),
      log: write,
      ...(onStep ? { onStep } : {}),
    });
  };
  const platform = await open().catch(async (error: unknown) => {
    await serverLogs.close();
    // Nothing else uses it, and a start that failed leaves nothing running.
    if (config.databaseUrl === null) await clusters.stop(PLATFORM_REF);
    await clusters.close();
    if (error instanceof OtherSecretKeyError)
      throw new HomeError(otherKeySentence(home, config.databaseUrl === null), { cause: error });
    throw wordDatabaseError(config, error);
  });
  await rememberVersion(home);
  const installationBackup = isKeptElsewhere
    ? startInstallationBackup({
        home,
        clusters,
        backups: platform.dependencies.backups,
        store: backupStore,
        elsewhere,
        secretKey: await ensureSecretKey(home),
        log: write,
      })
    : null;
  return { clusters, platform, postgresLog: serverLogs, installationBackup, keptBackups };
}

/** Loaded only where it is needed: the client of Kubernetes is large. @throws ConfigError when the kubeconfig cannot be used */
async function openKeeper(options: KubernetesConfig): Promise<ServerKeeper> {
  const { openKubernetesKeeper } = await import('@basalt/clusters/kubernetes');
  try {
    return await openKubernetesKeeper(options);
  } catch (error) {
    if (error instanceof ClusterError) throw new ConfigError(error.message, { cause: error });
    throw error;
  }
}

/** The key of this database. It is made only where nothing can have been sealed with another one. */
async function keyOf(home: Home, databaseUrl: string, ownDatabase: boolean): Promise<Buffer> {
  if ((await readSecretKey(home)) === null && (await holdsSecrets(databaseUrl)))
    throw new HomeError(missingKeySentence(home, ownDatabase));
  return ensureSecretKey(home);
}

/** @param isArchived whether its changes are kept in the store of backups */
async function startPlatformDatabase(
  clusters: LocalDriver,
  isArchived: boolean,
  say: (text: string) => void,
): Promise<string> {
  if ((await clusters.status(PLATFORM_REF)) === 'absent') {
    say("Creating the platform's database …");
    await clusters.create({ ref: PLATFORM_REF, kind: 'platform', major: DEFAULT_POSTGRES_MAJOR, port: null });
  }
  const settings = { ...SMALL_SETTINGS, parameters: { archive_mode: isArchived ? 'on' : 'off' } };
  const { address, adopted } = await clusters.start(PLATFORM_REF, settings);
  // One that a killed process has left was started with the settings of then.
  if (adopted && (await archives(address)) !== isArchived) await clusters.restart(PLATFORM_REF, settings);
  // Should this fail, the process ends as after any defect, and its supervisor tries again with growing patience.
  clusters.onExit((ref) => ref === PLATFORM_REF && void clusters.start(PLATFORM_REF));
  return platformDatabaseUrl(address);
}

async function archives(address: ClusterAddress): Promise<boolean> {
  const { withClient } = await import('@basalt/postgres');
  return withClient(address, async (client) => {
    const { rows } = await client.query('show archive_mode');
    return rows[0]?.archive_mode === 'on';
  });
}
