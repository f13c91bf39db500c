import type { Socket } from 'node:net';
import { openPoolerLog } from '@basalt/dataplane/pooler-log';
import type { ProjectRuntimeRecord } from '@basalt/platform/project-runtime';
import { openPooler, type Pooler } from '@basalt/pooler';
import { directShare, POOLER_CLIENTS, poolerShare } from '@basalt/project';
import { reachableHost } from './addresses.ts';
import { beginProcess, reasonOf } from './begin-process.ts';
import { openProjectDirectory } from './gateway/project-directory.ts';
import { whyUnavailable } from './gateway/to-snapshot.ts';
import { reachPlatform, untilReadable } from './gateway/wait-for-platform.ts';
import { giveUp, onStopRequest, type SupervisorMessage, tellSupervisor } from './messages.ts';
import { poolerCertificate } from './pooler/pooler-certificate.ts';
import { poolerLogFolder } from './pooler/pooler-log-folder.ts';

const IDLE_MS = 10 * 60_000;

/** The pooler process: leads clients of PostgreSQL to the databases of projects. The supervisor hands it their connections. */
const beginning = await beginProcess('pooler');
const { config, home, log } = beginning;

const clientLog = openPoolerLog(poolerLogFolder(home), (error) =>
  log.warn({ err: error }, 'the log of the pooler could not be kept'),
);
const stopping = new AbortController();
const starting = start();

onStopRequest(async () => {
  stopping.abort();
  const pooler = await starting.catch(() => null);
  pooler?.close();
  // What they are told is on its way.
  setTimeout(() => void clientLog.close().finally(() => process.exit(0)), 100);
});

await starting.catch((error: unknown) => {
  if (stopping.signal.aborted) return;
  log.fatal({ err: error }, 'start failed');
  giveUp(reasonOf(error, home.logs));
});

async function start(): Promise<Pooler> {
  const { clusters, store } = await reachPlatform(beginning, stopping.signal);
  const projects = openProjectDirectory(
    {
      async read(ref) {
        const record = await store.read(ref);
        if (record === null) return null;
        return {
          host: reachableHost(config.host),
          port: record.databasePort,
          unavailable: whyClosed(record),
          ...record.networkAccess,
          poolSize: record.poolerSize,
        };
      },
      listen: (onChange) => store.listen(onChange),
    },
    (error) => log.warn({ err: error }, 'a project could not be read anew'),
  );
  const pooler = openPooler({
    find: projects.find,
    onChange: projects.onChange,
    superuser: (ref) => clusters.address(ref),
    tls: await poolerCertificate(home.path),
    poolSize: poolerShare,
    directShare,
    maxClients: POOLER_CLIENTS,
    tell: clientLog.add,
    log: (fields, message) => log.info(fields, message),
  });
  process.on('message', (message: SupervisorMessage, socket: Socket | undefined) => {
    // One that was closed meanwhile does not arrive.
    if (message.type === 'connection' && socket !== undefined) pooler.accept(socket, message.mode);
  });
  await untilReadable(store, stopping.signal, () => {});
  tellSupervisor({ type: 'ready', setupCode: null, note: null });
  leaveWhenIdle(pooler);
  return pooler;
}

function whyClosed(record: ProjectRuntimeRecord): string | null {
  if (record.attached !== null)
    return `The database of this project is attached. Connect to its own server: ${record.attached.host}, port ${record.attached.port}.`;
  const reason = whyUnavailable(record);
  if (reason?.kind === 'paused')
    return 'This project is paused. Restore it in the dashboard to connect to its database.';
  return reason?.message ?? null;
}

function leaveWhenIdle(pooler: Pooler): void {
  let busyAt = performance.now();
  setInterval(() => {
    if (pooler.clients > 0) busyAt = performance.now();
    else if (performance.now() - busyAt > IDLE_MS) tellSupervisor({ type: 'idle' });
  }, IDLE_MS / 10).unref();
}
