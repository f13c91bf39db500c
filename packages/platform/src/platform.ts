import {
  AttachedDriver,
  type BackupStore,
  type ClusterDriver,
  openClusterBackups,
  type ServerKeeper,
} from '@basalt/clusters';
import { createOutgoing, NOTHING_ALLOWED, type Outgoing } from '@basalt/network';
import type { RemoteDatabase } from '@basalt/postgres';
import { actorOfAccessToken } from './accounts/access-tokens.ts';
import { actorOfSession } from './accounts/sessions.ts';
import { bootstrap, type FirstAccount, renewSetupCode } from './accounts/set-up.ts';
import { KeptLintReports } from './advisors/kept-reports.ts';
import { startAlerts } from './alerts/start-alerts.ts';
import { completeProjectApis } from './api-keys/insert-project-api.ts';
import { MemoryRunningAnswers } from './assistant/answers/running-answers.ts';
import { interruptAnswers } from './assistant/chats/store.ts';
import { attachedDatabaseFinder, learnAttached } from './attached-databases/store.ts';
import { startForgettingEntries } from './audit-log/forget-entries.ts';
import { ConcurrentUserIndexes } from './auth-users/user-indexes.ts';
import { openFileWriter } from './backup-files/file-writer.ts';
import { countUnarchived } from './backups/archiving/archive-store.ts';
import { followAll } from './backups/copies/project-bucket.ts';
import { startBackupJobs } from './backups/start-backup-jobs.ts';
import { startBranchKeeper } from './branches/branch-keeper.ts';
import { startErasingContent } from './content/erase-deleted.ts';
import { MemoryExportTickets } from './database/export-tickets.ts';
import { startClearingFunctionFiles } from './functions/clear-function-files.ts';
import { startGitFollower } from './git-sync/git-follower.ts';
import { checkSecretKey } from './kernel/check-secret-key.ts';
import type { Dependencies } from './kernel/dependencies.ts';
import type { Log } from './kernel/log.ts';
import { migrate } from './kernel/migrate.ts';
import { openDatabase } from './kernel/open-database.ts';
import {
  type Actor,
  apiAway,
  type BackupCopies,
  type CallProject,
  copiesAway,
  type FunctionFiles,
  type FunctionLogReader,
  functionLogAway,
  functionsAway,
  logAway,
  type Mailer,
  NO_OBJECTS,
  type ObjectFiles,
  type PoolerLogReader,
  type PostgresLogReader,
  poolerLogAway,
  postgresLogAway,
  type ReadDocuments,
  type RealtimeCountsReader,
  type RemoteDatabases,
  type RequestLogReader,
  realtimeCountsAway,
  remoteDatabasesAway,
  type Visitor,
} from './kernel/ports.ts';
import type { ResourceSampleRow } from './kernel/schema.ts';
import { secretBox } from './kernel/secret-box.ts';
import type { PlatformSettings } from './kernel/settings.ts';
import { startErasing } from './lifecycle/deletion/erase-due.ts';
import { startSupervisor } from './lifecycle/running/supervisor.ts';
import { networkAccessOf } from './network-access/change-network-access.ts';
import { startLookingAgain } from './open-id/look-again.ts';
import { OPERATION_DEFINITIONS } from './operation-definitions.ts';
import { openOperationsEngine } from './operations/engine.ts';
import type { StepObserver } from './operations/run-operation.ts';
import { ProjectConnections } from './project-cluster/project-connections.ts';
import { completeVaultKeys, vaultKeyOf } from './project-cluster/vault-keys.ts';
import { untilServed } from './project-runtime/until-served.ts';
import { startSampler } from './resources/sampler.ts';
import { listLatestSamples } from './resources/store.ts';
import { startScheduler } from './scheduled-jobs/scheduler.ts';
import { startClearingFiles } from './storage-usage/start-clearing.ts';
import { startKeepingKeys } from './third-party-auth/keep-keys.ts';
import { startForgettingUsage } from './usage/forget-old-usage.ts';
import { startForgettingEvents } from './usage-events/forget-old-events.ts';
import { startWebhooks } from './webhooks/start-webhooks.ts';

export interface PlatformOptions {
  /** Connection string of the platform's own database. */
  databaseUrl: string;
  clusters: ClusterDriver;
  backupStore: BackupStore;
  /** Without it, projects name no buckets for copies of their backups. */
  backupCopies?: BackupCopies;
  /** Without it, projects have no objects. */
  objectFiles?: ObjectFiles;
  /** Without it, no functions can be deployed. */
  functionFiles?: FunctionFiles;
  /** 32 bytes that seal secrets at rest. */
  secretKey: Buffer;
  settings: PlatformSettings;
  /** How the platform reaches the APIs of projects. Without it, what needs them is unavailable. */
  callProject?: CallProject;
  requestLog?: RequestLogReader;
  functionLog?: FunctionLogReader;
  postgresLog?: PostgresLogReader;
  poolerLog?: PoolerLogReader;
  realtimeCounts?: RealtimeCountsReader;
  /** Keeps the servers of new projects elsewhere. Without it, they have clusters of this machine. */
  keeper?: ServerKeeper | null;
  /** How databases are reached that somebody else runs. Without it, none can be attached. */
  remoteDatabases?: (find: (ref: string) => Promise<RemoteDatabase | null>) => RemoteDatabases;
  /** How webhooks reach the servers that they name. Without it, only those on the public internet. */
  outgoing?: Outgoing;
  /** Without it, the assistant knows no documentation. */
  readDocuments?: ReadDocuments;
  /** Without it, mail that the platform would send to its own people is not offered. */
  mailer?: Mailer | null;
  log: Log;
  /** Called around every step of every operation. */
  onStep?: StepObserver;
}

/** The platform, open: what routes need, and the few things a process does with it. */
export interface Platform {
  dependencies: Dependencies;
  /** Resolves when every active project's cluster has been adopted or started, or has failed to. */
  projectsReady: Promise<void>;
  actorOfSession(token: string, visitor: Visitor): Promise<Actor | null>;
  actorOfAccessToken(token: string, visitor: Visitor): Promise<Actor | null>;
  bootstrap(first: FirstAccount, accessToken: string | null): Promise<boolean>;
  renewSetupCode(): Promise<string | null>;
  isDatabaseAlive(): Promise<boolean>;
  countProjects(): Promise<{ status: string; count: number }[]>;
  /** How many projects have changes that do not reach the archive. */
  countUnarchived(): Promise<number>;
  /** What each running project used in the last minutes, by its number. */
  latestSamples(): Promise<ResourceSampleRow[]>;
  /** Waits for running operations, at most this long, and closes connections. Clusters keep running. */
  close(timeoutMs: number): Promise<void>;
  /** After `close`, once the clusters have stopped: brings their last changes into the backups. */
  archiveRest(): Promise<void>;
}

/**
 * Opens the platform on its database: migrates it, goes on with interrupted operations, starts active projects.
 * @throws OtherSecretKeyError before anything is done to projects
 */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { settings, log } = options;
  const secrets = secretBox(options.secretKey);
  const { db, pool } = openDatabase(options.databaseUrl, (error) =>
    log('warn', { err: error }, 'a database connection broke'),
  );
  await migrate(db);
  await checkSecretKey(db, secrets, log);
  await completeProjectApis(db, secrets);
  await completeVaultKeys(db, secrets);
  await interruptAnswers(db);
  const findAttached = attachedDatabaseFinder(db, secrets);
  const remoteDatabases = options.remoteDatabases?.(findAttached) ?? remoteDatabasesAway;
  const clusters = new AttachedDriver(options.clusters, {
    find: findAttached,
    door: (ref, database) => remoteDatabases.door(ref, database),
    keeper: options.keeper ?? null,
    learn: (ref, facts) => learnAttached(db, ref, facts),
  });
  clusters.useVaultKeys((ref) => vaultKeyOf(db, secrets, ref));
  clusters.useNetworkAccess((ref) => networkAccessOf(db, ref));
  const { backupStore, objectFiles = NO_OBJECTS, functionFiles = functionsAway } = options;
  const { backupCopies = copiesAway } = options;
  await followAll({ db, secrets, backupCopies, log });
  const backups = openClusterBackups({ driver: clusters, store: backupStore, log });
  const operations = await openOperationsEngine({
    definitions: OPERATION_DEFINITIONS,
    services: {
      db,
      clusters,
      keeper: options.keeper ?? null,
      backups,
      backupStore,
      objectFiles,
      functionFiles,
      secrets,
      settings,
    },
    log,
    onStep: options.onStep,
    pool,
    url: options.databaseUrl,
  });
  const fileWriter = openFileWriter({ db, clusters, backups, backupStore, objectFiles, log });
  const sqlConnections = new ProjectConnections();
  const scheduler = startScheduler({ db, clusters, operations, sqlConnections, log });
  const userIndexes = new ConcurrentUserIndexes({ clusters, log });
  const { outgoing = createOutgoing({ allowed: NOTHING_ALLOWED }), callProject = apiAway } = options;
  const webhooks = startWebhooks({
    db,
    clusters,
    operations,
    sqlConnections,
    outgoing,
    settings,
    callProject,
    log,
  });
  const gitFollower = startGitFollower({ db, operations, outgoing, secrets, settings, log });
  const dependencies: Dependencies = {
    db,
    secrets,
    clusters,
    keeper: options.keeper ?? null,
    backups,
    backupStore,
    backupCopies,
    objectFiles,
    fileWriter,
    functionFiles,
    exportTickets: new MemoryExportTickets(),
    sqlConnections,
    scheduledJobs: scheduler,
    webhooks,
    gitFollower,
    lintReports: new KeptLintReports(),
    userIndexes,
    remoteDatabases,
    outgoing,
    readDocuments: options.readDocuments ?? (async () => []),
    answers: new MemoryRunningAnswers(log),
    operations,
    settings,
    callProject,
    untilServed: (ref) => untilServed({ pool, secrets, callProject }, ref),
    requestLog: options.requestLog ?? logAway,
    functionLog: options.functionLog ?? functionLogAway,
    postgresLog: options.postgresLog ?? postgresLogAway,
    poolerLog: options.poolerLog ?? poolerLogAway,
    realtimeCounts: options.realtimeCounts ?? realtimeCountsAway,
    mailer: options.mailer ?? null,
    log,
  };
  const supervisor = startSupervisor(dependencies);
  const sampler = startSampler({
    ...dependencies,
    looked: (project, changedBytes) => {
      scheduler.looked(project, changedBytes);
      webhooks.looked(project, changedBytes);
    },
  });
  const alerts = startAlerts(dependencies);
  const erasing = startErasing(dependencies);
  const erasingContent = startErasingContent(dependencies);
  const forgettingEvents = startForgettingEvents(dependencies);
  const forgettingUsage = startForgettingUsage(dependencies);
  const forgettingEntries = startForgettingEntries(dependencies);
  const keepingKeys = startKeepingKeys(dependencies);
  const lookingAgain = startLookingAgain(dependencies);
  const backupJobs = startBackupJobs(dependencies);
  const branchKeeper = startBranchKeeper(dependencies);
  const clearing = startClearingFiles(dependencies);
  const clearingFunctions = await startClearingFunctionFiles(dependencies);
  return {
    dependencies,
    projectsReady: supervisor.ready,
    actorOfSession: (token, visitor) => actorOfSession(db, token, visitor),
    actorOfAccessToken: (token, visitor) => actorOfAccessToken(db, token, visitor),
    bootstrap: (first, accessToken) => bootstrap(db, first, accessToken),
    renewSetupCode: () => renewSetupCode(db),
    isDatabaseAlive: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
    countProjects: () =>
      db
        .selectFrom('projects')
        .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
        .groupBy('status')
        .execute(),
    countUnarchived: () => countUnarchived(db),
    latestSamples: () => listLatestSamples(db),
    async close(timeoutMs) {
      await remoteDatabases.close();
      await dependencies.answers.stopAll();
      supervisor.stop();
      sampler.stop();
      erasing.stop();
      erasingContent.stop();
      forgettingEvents.stop();
      forgettingEntries.stop();
      forgettingUsage.stop();
      lookingAgain.stop();
      await Promise.all([scheduler.stop(), webhooks.stop(), gitFollower.stop(), alerts.stop()]);
      await Promise.all([backupJobs.stop(), branchKeeper.stop(), clearing.stop(), clearingFunctions.stop()]);
      await Promise.all([keepingKeys.stop(), userIndexes.stop()]);
      await fileWriter.stop();
      await operations.shutdown(timeoutMs);
      await remoteDatabases.close();
      await db.destroy();
    },
    archiveRest: backupJobs.finish,
  };
}
