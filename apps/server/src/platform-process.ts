import { ClusterError } from '@basalt/clusters';
import { readConfig } from './config.ts';
import { HomeError, openHome } from './home.ts';
import { explainListenError } from './listen-error.ts';
import { createLogger } from './logger.ts';
import { giveUp, onSupervisor, tellSupervisor } from './messages.ts';
import { prepareInBackground } from './prepare-in-background.ts';
import { type RunningPlatform, runPlatform } from './run-platform.ts';
import { runPhases } from './shutdown.ts';

/** The platform process: accounts, organizations, projects and their operations, and the dashboard. */
const config = readConfig(process.env);
const home = await openHome(config.home);
const log = createLogger('platform', config.logLevel, `${home.logs}/platform.log`);

try {
  await serve(await runPlatform(config, home, log));
} catch (error) {
  log.fatal({ err: error }, 'start failed');
  giveUp(reasonOf(error));
}

async function serve({ clusters, platform, setupCode, letGo, stopClusters }: RunningPlatform): Promise<void> {
  onSupervisor(async (why) => {
    // Without its supervisor the process lets go, and clusters live on: the next start adopts them.
    const phases = why === 'stop' ? [...letGo, ...stopClusters] : letGo;
    await runPhases(
      [...phases, { name: 'let go of clusters', deadlineMs: 2_000, run: () => clusters.close() }],
      log,
    );
    process.exit(0);
  });
  const note = clusters.relocated
    ? `Databases are kept in ${clusters.root}: their own users could not reach ${home.path}.`
    : null;
  tellSupervisor({ type: 'ready', setupCode, note });
  await platform.projectsReady;
  await prepareInBackground(clusters, log);
}

function reasonOf(error: unknown): string {
  if (error instanceof HomeError || error instanceof ClusterError) return error.message;
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return explainListenError(error, config.port, 'BASALT_PORT');
  const message = error instanceof Error ? error.message : String(error);
  return `Basalt could not start: ${message} The log is in ${home.logs}.`;
}
