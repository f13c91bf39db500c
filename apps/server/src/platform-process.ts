import {
  ClusterError,
  DEFAULT_POSTGRES_MAJOR,
  type LocalDriver,
  POSTGRES_MAJORS,
  separationNote,
} from '@basalt/clusters';
import type { Logger } from 'pino';
import { saveCompiledCode } from './compile-cache.ts';
import { readConfig } from './config.ts';
import { endOnDefect } from './end-on-defect.ts';
import { HomeError, openHome } from './home.ts';
import { explainListenError } from './listen-error.ts';
import { createLogger } from './logger.ts';
import { giveUp, onStopRequest, tellSupervisor } from './messages.ts';
import { runPlatform } from './run-platform.ts';
import { runPhases } from './shutdown.ts';

/** The platform process: accounts, organizations, projects and their operations, and the dashboard. */
const config = readConfig(process.env);
const home = await openHome(config.home);
const log = createLogger('platform', config.logLevel, `${home.logs}/platform.log`);
endOnDefect('platform', log, home.logs);

const stopping = new AbortController();
const starting = runPlatform(config, home, log);

onStopRequest(async () => {
  stopping.abort();
  // A start cannot be left half-way: what it has started must be stopped.
  const running = await starting.catch(() => null);
  if (running === null) return;
  await runPhases(
    [
      ...running.letGo,
      { name: 'stop preparing', deadlineMs: 10_000, run: () => running.clusters.stopPreparing() },
      ...running.stopClusters,
      { name: 'let go of clusters', deadlineMs: 2_000, run: () => running.clusters.close() },
    ],
    log,
  );
  process.exit(0);
});

try {
  const { clusters, platform, setupCode } = await starting;
  const notes = [
    clusters.relocated
      ? `Databases are kept in ${clusters.root}: their own users could not reach ${home.path}.`
      : null,
    await separationNote(),
  ].filter((note) => note !== null);
  tellSupervisor({ type: 'ready', setupCode, note: notes.length === 0 ? null : notes.join('\n') });
  saveCompiledCode();
  await platform.projectsReady;
  await prepareInBackground(clusters, log, stopping.signal);
} catch (error) {
  log.fatal({ err: error }, 'start failed');
  giveUp(reasonOf(error));
}

function reasonOf(error: unknown): string {
  if (error instanceof HomeError || error instanceof ClusterError) return error.message;
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return explainListenError(error, config.port, 'BASALT_PORT');
  const message = error instanceof Error ? error.message : String(error);
  return `Basalt could not start: ${message.replace(/\.?$/, '.')} The log is in ${home.logs}.`;
}

/** Makes project creation fast, one version after the other, the default first. Begins no further one once `signal` fired. */
export async function prepareInBackground(
  clusters: LocalDriver,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const majors = [
    DEFAULT_POSTGRES_MAJOR,
    ...POSTGRES_MAJORS.filter((major) => major !== DEFAULT_POSTGRES_MAJOR),
  ];
  for (const major of majors) {
    if (signal.aborted) return;
    await clusters.prepare(major).catch((error: unknown) => {
      if (!signal.aborted) log.error({ err: error, major }, 'preparing a Postgres version failed');
    });
  }
}
