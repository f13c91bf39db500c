import { randomBytes } from 'node:crypto';
import { type LocalDriver, PLATFORM_REF } from '@basalt/clusters';
import type { Platform, StepObserver } from '@basalt/platform';
import type { Logger } from 'pino';
import { compose } from './compose.ts';
import type { Config } from './config.ts';
import type { Home } from './home.ts';
import { buildApp } from './http/build-app.ts';
import { tellSupervisor } from './messages.ts';
import { serveOperator } from './operator/serve-operator.ts';
import { finishRequests, type Phase, runPhases } from './shutdown.ts';

export interface RunningPlatform {
  clusters: LocalDriver;
  platform: Platform;
  /** The one-time code of the first visit, null when an account exists. */
  setupCode: string | null;
  /** Ends what runs here; clusters live on and can be adopted. */
  letGo: Phase[];
  /** Stops every cluster, the platform's own last. */
  stopClusters: Phase[];
}

/** Starts everything the platform process does, up to answering HTTP. Throws what `listen` throws. */
export async function runPlatform(
  config: Config,
  home: Home,
  log: Logger,
  onStep?: StepObserver,
): Promise<RunningPlatform> {
  const { clusters, platform, postgresLog, installationBackup, keptBackups } = await compose({
    config,
    home,
    log,
    onProgress: (text) => tellSupervisor({ type: 'progress', text }),
    ...(onStep ? { onStep } : {}),
  });
  const stopClusters: Phase[] = [
    { name: 'stop projects', deadlineMs: 20_000, run: () => stopProjects(clusters) },
    { name: 'archive the last changes of projects', deadlineMs: 10_000, run: () => platform.archiveRest() },
    ...(config.databaseUrl === null
      ? [{ name: "stop the platform's database", deadlineMs: 8_000, run: () => clusters.stop(PLATFORM_REF) }]
      : []),
    ...(installationBackup
      ? [{ name: 'bring the rest into the backups', deadlineMs: 5_000, run: installationBackup.finish }]
      : []),
    { name: 'bring the rest into the bucket', deadlineMs: 5_000, run: keptBackups.close },
  ];
  const finishOperations: Phase = {
    name: 'finish operations',
    deadlineMs: 20_000,
    run: async () => {
      await installationBackup?.stop();
      await platform.close(15_000);
      await postgresLog.close();
    },
  };
  try {
    const setupCode = await openForVisitors(config, platform);
    const app = await buildApp({ config, platform, log, platformSafeUntil: installationBackup?.safeUntil });
    await app.listen({ host: config.host, port: config.port });
    const operator = await serveOperator(home, platform, log);
    const hearNobody: Phase = { name: 'hear no commands', deadlineMs: 1_000, run: operator.close };
    return {
      clusters,
      platform,
      setupCode,
      letGo: [hearNobody, ...finishRequests(app), finishOperations],
      stopClusters,
    };
  } catch (error) {
    await runPhases([finishOperations, ...stopClusters], log);
    throw error;
  }
}

/** Makes the account that the environment asks for, else a code for the first visit. */
async function openForVisitors(config: Config, platform: Platform): Promise<string | null> {
  if (config.bootstrap !== null) {
    const { email, accessToken } = config.bootstrap;
    const password = config.bootstrap.password ?? randomBytes(12).toString('base64url');
    const owner = { email, password, organizationName: 'My organization', plan: config.defaultPlan };
    const isNew = await platform.bootstrap(owner, accessToken);
    if (isNew && config.bootstrap.password === null)
      tellSupervisor({ type: 'progress', text: `Owner account: ${email}, password ${password}` });
  }
  return platform.renewSetupCode();
}

async function stopProjects(clusters: LocalDriver): Promise<void> {
  await Promise.all((await clusters.list()).map((ref) => clusters.stop(ref)));
}
