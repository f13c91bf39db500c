import {
  type ClusterBackups,
  DEFAULT_POSTGRES_MAJOR,
  type LocalDriver,
  POSTGRES_MAJORS,
  separationNote,
} from '@basalt/clusters';
import type { Logger } from 'pino';
import { beginProcess, reasonOf } from './begin-process.ts';
import { saveCompiledCode } from './compile-cache.ts';
import { explainListenError } from './listen-error.ts';
import { giveUp, onStopRequest, tellSupervisor } from './messages.ts';
import { runPlatform } from './run-platform.ts';
import { runPhases } from './shutdown.ts';

/** The platform process: accounts, organizations, projects and their operations, and the dashboard. */
const { config, home, log } = await beginProcess('platform');

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
  await prepareInBackground(clusters, platform.dependencies.backups, log, stopping.signal);
} catch (error) {
  log.fatal({ err: error }, 'start failed');
  giveUp(listenProblem(error) ?? reasonOf(error, home.logs));
}

function listenProblem(error: unknown): string | null {
  const { syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  // Other names are looked up too: that of the database, for example.
  const isOurs = syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === config.host);
  return isOurs ? explainListenError(error, config.port, 'BASALT_PORT') : null;
}

/** Makes project creation fast, one version after the other, the default first. Begins no further one once `signal` fired. */
export async function prepareInBackground(
  clusters: Pick<LocalDriver, 'prepare'>,
  backups: Pick<ClusterBackups, 'keepTemplate'>,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const majors = [
    DEFAULT_POSTGRES_MAJOR,
    ...POSTGRES_MAJORS.filter((major) => major !== DEFAULT_POSTGRES_MAJOR),
  ];
  for (const major of majors) {
    if (signal.aborted) return;
    try {
      await clusters.prepare(major);
      if (!signal.aborted) await backups.keepTemplate(major);
    } catch (error) {
      if (!signal.aborted) log.error({ err: error, major }, 'preparing a Postgres version failed');
    }
  }
}
