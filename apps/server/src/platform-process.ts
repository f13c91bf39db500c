import { ClusterError } from '@basalt/clusters';
import type { Logger } from 'pino';
import { compose } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { HomeError, openHome } from './home.ts';
import { buildApp } from './http/build-app.ts';
import { explainListenError } from './listen-error.ts';
import { createLogger } from './logger.ts';
import { giveUp, onSupervisor, tellSupervisor } from './messages.ts';
import { prepareInBackground } from './prepare-in-background.ts';
import { type Phase, runPhases } from './shutdown.ts';

/** The platform process: accounts, organizations, projects and their operations, and the dashboard. */
const config = readConfig(process.env);
const home = await openHome(config.home);
const log = createLogger('platform', config.logLevel, `${home.logs}/platform.log`);

try {
  await run(config, log);
} catch (error) {
  log.fatal({ err: error }, 'start failed');
  giveUp(reasonOf(error));
}

async function run(config: Config, log: Logger): Promise<void> {
  const { clusters, platform } = await compose({
    config,
    home,
    log,
    onProgress: (text) => tellSupervisor({ type: 'progress', text }),
  });
  if (config.bootstrap !== null) {
    const { email, password, accessToken } = config.bootstrap;
    await platform.bootstrap(
      { email, password, organizationName: 'My organization', plan: config.defaultPlan },
      accessToken,
    );
  }
  const setupCode = await platform.renewSetupCode();
  const app = await buildApp({ config, platform, log });

  const letGo: Phase[] = [
    { name: 'finish requests', deadlineMs: 10_000, run: () => app.close() },
    { name: 'finish operations', deadlineMs: 20_000, run: () => platform.close(15_000) },
  ];
  const stopClusters: Phase[] = [
    {
      name: 'stop projects',
      deadlineMs: 20_000,
      run: async () => Promise.all((await clusters.list()).map((ref) => clusters.stop(ref))),
    },
    { name: "stop the platform's database", deadlineMs: 8_000, run: () => clusters.stop('platform') },
  ];
  onSupervisor(async (why) => {
    // Without its supervisor the process lets go, and clusters live on: the next start adopts them.
    const phases = why === 'stop' ? [...letGo, ...stopClusters] : letGo;
    await runPhases(
      [...phases, { name: 'let go of clusters', deadlineMs: 2_000, run: () => clusters.close() }],
      log,
    );
    process.exit(0);
  });

  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    giveUp(explainListenError(error, config.port, 'BASALT_PORT'));
    return;
  }
  const note = clusters.relocated
    ? `Databases are kept in ${clusters.root}: other users of this machine cannot reach ${home.path}.`
    : null;
  tellSupervisor({ type: 'ready', setupCode, note });
  await platform.projectsReady;
  await prepareInBackground(clusters, log);
}

function reasonOf(error: unknown): string {
  if (error instanceof HomeError || error instanceof ClusterError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `Basalt could not start: ${message} The log is in ${home.logs}.`;
}
