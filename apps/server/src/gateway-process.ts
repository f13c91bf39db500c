import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { beginProcess, reasonOf } from './begin-process.ts';
import { saveCompiledCode } from './compile-cache.ts';
import type { Config } from './config.ts';
import { markAsDoor } from './door/came-by-door.ts';
import { gatewaySocket } from './door/gateway-socket.ts';
import { openCertificates } from './gateway/certificates.ts';
import type { MachineParts, MachineServices } from './gateway/machine-services.ts';
import { openGateway } from './gateway/open-gateway.ts';
import { settlePriority } from './gateway/raise-priority.ts';
import { openTlsDoor } from './gateway/tls-door.ts';
import { type ReachedPlatform, reachPlatform, untilReadable } from './gateway/wait-for-platform.ts';
import { HomeError } from './home.ts';
import { explainListenError } from './listen-error.ts';
import { giveUp, onStopRequest, tellSupervisor } from './messages.ts';
import { explainDatabaseUrl } from './operator-mistakes.ts';
import { otherKeySentence } from './secret-key.ts';
import { finishRequests, type Phase, runPhases } from './shutdown.ts';

/** For requests at work, where others take what comes meanwhile. */
const FINISH_MS = 15_000;
/** Without a new connection for so long, a port may close; where they do not cease, after this time all the same. */
const QUIET_MS = 300;
const QUIET_MOMENT_MS = 3_000;

/** The gateway process: serves the APIs of projects and needs nothing from the platform process to keep serving. */
const beginning = await beginProcess('gateway');
const { config, home, log } = beginning;

const stopping = new AbortController();
const starting = start();

onStopRequest(async () => {
  stopping.abort();
  const started = await starting.catch(() => null);
  if (started !== null) {
    const { gateway, beginToLeave, letGo } = started;
    beginToLeave();
    await runPhases([...drain(gateway), { name: 'let go', deadlineMs: 3_000, run: letGo }], log);
  }
  process.exit(0);
});

await starting.catch((error: unknown) => {
  if (stopping.signal.aborted) return;
  log.fatal({ err: error }, 'start failed');
  giveUp(reasonOf(error, home.logs));
});

async function start() {
  const { secretKey, clusters, door, store } = await reachPlatform(beginning, stopping.signal);
  let state: 'starting' | 'ready' | 'stopping' = 'starting';
  const openMachine = await machineOpener(door);
  const { gateway, writeRest } = openGateway({
    config,
    home,
    log,
    store,
    clusters,
    secretKey,
    openMachine,
    state: () => state,
  });
  const beginToLeave = () => {
    state = 'stopping';
    // Who keeps a connection open is told with his next answer, and never asks on one that is just being closed.
    gateway.server.prependListener('request', (_message, response) => {
      response.shouldKeepAlive = false;
    });
  };
  const letGo = async () => {
    await writeRest();
    await store.close();
    await clusters.close();
  };
  try {
    await gateway.listen({ host: config.host, port: config.gatewayPort });
  } catch (error) {
    giveUp(explainListenError(error, config.gatewayPort, 'BASALT_GATEWAY_PORT'));
  }
  if (config.tls !== null) await listenWithTls(gateway, config.tls);
  if (config.door !== null) await listenBehindDoor(gateway);
  await untilReadable(store, stopping.signal, sayWhatIsAwaited);
  if (!(await store.hasRightKey())) throw new HomeError(otherKeySentence(home, config.databaseUrl === null));
  state = 'ready';
  tellSupervisor({ type: 'ready', setupCode: null, note: null });
  saveCompiledCode();
  settlePriority();
  return { gateway, beginToLeave, letGo };
}

/** Balancers find out from `/health` while everything is still answered; then requests at work may finish. */
function drain(gateway: FastifyInstance): Phase[] {
  const { drainSeconds } = config;
  if (drainSeconds === 0) return finishRequests(gateway);
  const milliseconds = drainSeconds * 1_000;
  return [
    { name: 'let balancers know', deadlineMs: milliseconds + 1_000, run: () => sleep(milliseconds) },
    { name: 'wait for a quiet moment', deadlineMs: QUIET_MOMENT_MS, run: () => untilQuiet(gateway) },
    ...finishRequests(gateway, FINISH_MS),
  ];
}

/** On a connection that comes at the moment at which the port closes, a request would be lost. Where balancers know, none comes. */
async function untilQuiet({ server }: FastifyInstance): Promise<void> {
  let came = performance.now();
  server.on('connection', () => {
    came = performance.now();
  });
  while (performance.now() - came < QUIET_MS) await sleep(QUIET_MS / 10);
}

/** What the machine has decides what is loaded. */
async function machineOpener(
  door: ReachedPlatform['door'],
): Promise<(parts: MachineParts) => MachineServices> {
  if (door !== null) {
    const { openDistantMachine } = await import('./gateway/distant-machine.ts');
    return (parts) => openDistantMachine(parts, door);
  }
  const [{ openOwnMachine }, { openObjectFiles }] = await Promise.all([
    import('./gateway/machine-services.ts'),
    import('./open-object-files.ts'),
  ]);
  const files = await openObjectFiles(config, home);
  return (parts) => openOwnMachine(parts, files);
}

/** Another way in, for what gateways of other machines pass on. */
async function listenBehindDoor({ server }: FastifyInstance): Promise<void> {
  const file = gatewaySocket(home);
  const side = createServer({ noDelay: true }, (socket) => {
    markAsDoor(socket);
    server.emit('connection', socket);
  });
  // What a gateway that was killed has left.
  await rm(file, { force: true });
  side.listen(file);
  await once(side, 'listening');
  server.once('close', () => side.close());
}

async function listenWithTls(
  { server }: FastifyInstance,
  { port, ...files }: NonNullable<Config['tls']>,
): Promise<void> {
  const certificates = await openCertificates(files, {
    home: home.path,
    log,
    domain: config.projectDomain,
  }).catch((error: Error) => {
    throw new HomeError(
      `The certificate of the gateway cannot be used (${error.message}). Check BASALT_TLS_CERTIFICATE and BASALT_TLS_KEY.`,
      { cause: error },
    );
  });
  try {
    await openTlsDoor(server, certificates, { host: config.host, port });
  } catch (error) {
    giveUp(explainListenError(error, port, 'BASALT_TLS_PORT'));
  }
}

/** A database of one's own that does not answer is worth a word: nothing else would tell that its address is wrong. */
function sayWhatIsAwaited(error: unknown): void {
  const reason = config.databaseUrl === null ? null : explainDatabaseUrl(error);
  if (reason === null) {
    log.info({ err: error }, 'the platform cannot be read yet');
    return;
  }
  log.warn(reason);
  tellSupervisor({ type: 'progress', text: `${reason} Waiting for it.` });
}
