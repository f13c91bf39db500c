import type { FastifyInstance } from 'fastify';
import { beginProcess, reasonOf } from './begin-process.ts';
import { saveCompiledCode } from './compile-cache.ts';
import type { Config } from './config.ts';
import { openCertificates } from './gateway/certificates.ts';
import { openGateway } from './gateway/open-gateway.ts';
import { settlePriority } from './gateway/raise-priority.ts';
import { openTlsDoor } from './gateway/tls-door.ts';
import { reachPlatform, untilReadable } from './gateway/wait-for-platform.ts';
import { HomeError } from './home.ts';
import { explainListenError } from './listen-error.ts';
import { giveUp, onStopRequest, tellSupervisor } from './messages.ts';
import { openObjectFiles } from './open-object-files.ts';
import { explainDatabaseUrl } from './operator-mistakes.ts';
import { otherKeySentence } from './secret-key.ts';
import { finishRequests, runPhases } from './shutdown.ts';

/** The gateway process: serves the APIs of projects and needs nothing from the platform process to keep serving. */
const beginning = await beginProcess('gateway');
const { config, home, log } = beginning;

const stopping = new AbortController();
const starting = start();

onStopRequest(async () => {
  stopping.abort();
  const started = await starting.catch(() => null);
  if (started !== null) {
    const { gateway, letGo } = started;
    await runPhases([...finishRequests(gateway), { name: 'let go', deadlineMs: 3_000, run: letGo }], log);
  }
  process.exit(0);
});

await starting.catch((error: unknown) => {
  if (stopping.signal.aborted) return;
  log.fatal({ err: error }, 'start failed');
  giveUp(reasonOf(error, home.logs));
});

async function start() {
  const { secretKey, clusters, store } = await reachPlatform(beginning, stopping.signal);
  let ready = false;
  const files = await openObjectFiles(config, home);
  const { gateway, writeRest } = openGateway({
    config,
    home,
    log,
    store,
    clusters,
    secretKey,
    files,
    isReady: () => ready,
  });
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
  await untilReadable(store, stopping.signal, sayWhatIsAwaited);
  if (!(await store.hasRightKey())) throw new HomeError(otherKeySentence(home, config.databaseUrl === null));
  ready = true;
  tellSupervisor({ type: 'ready', setupCode: null, note: null });
  saveCompiledCode();
  settlePriority();
  return { gateway, letGo };
}

async function listenWithTls(
  { server }: FastifyInstance,
  { port, ...files }: NonNullable<Config['tls']>,
): Promise<void> {
  const certificates = await openCertificates(files, { home: home.path, log }).catch((error: Error) => {
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
