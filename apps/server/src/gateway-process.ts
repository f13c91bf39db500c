import { openLocalDriver } from '@basalt/clusters/local-driver';
import { openProjectRuntimeStore } from '@basalt/platform/project-runtime';
import { saveCompiledCode } from './compile-cache.ts';
import { readConfig } from './config.ts';
import { endOnDefect } from './end-on-defect.ts';
import { openGateway } from './gateway/open-gateway.ts';
import { raisePriority } from './gateway/raise-priority.ts';
import { findPlatformDatabase, untilReadable, untilSecretKey } from './gateway/wait-for-platform.ts';
import { HomeError, openHome } from './home.ts';
import { explainListenError } from './listen-error.ts';
import { createLogger } from './logger.ts';
import { giveUp, onStopRequest, tellSupervisor } from './messages.ts';
import { otherKeySentence } from './secret-key.ts';
import { finishRequests, runPhases } from './shutdown.ts';

/** The gateway process: serves the APIs of projects and needs nothing from the platform process to keep serving. */
const config = readConfig(process.env);
const home = await openHome(config.home);
const log = createLogger('gateway', config.logLevel, `${home.logs}/gateway.log`);
endOnDefect('gateway', log, home.logs);

const stopping = new AbortController();
const starting = start();

onStopRequest(async () => {
  stopping.abort();
  const gateway = await starting.catch(() => null);
  if (gateway !== null) await runPhases(finishRequests(gateway), log);
  process.exit(0);
});

await starting.catch((error: unknown) => {
  if (stopping.signal.aborted) return;
  if (error instanceof HomeError) giveUp(error.message);
  else throw error;
});

async function start() {
  const secretKey = await untilSecretKey(home, stopping.signal);
  const clusters = await openLocalDriver({ home: home.path, listenAddress: config.host });
  const store = openProjectRuntimeStore({
    databaseUrl: await findPlatformDatabase(config, clusters, stopping.signal),
    secretKey,
    log: (level, fields, message) => log[level](fields, message),
  });
  let ready = false;
  const gateway = openGateway({ config, home, log, store, clusters, secretKey, isReady: () => ready });
  gateway.addHook('onClose', async () => {
    await store.close();
    await clusters.close();
  });
  try {
    await gateway.listen({ host: config.host, port: config.gatewayPort });
  } catch (error) {
    giveUp(explainListenError(error, config.gatewayPort, 'BASALT_GATEWAY_PORT'));
  }
  await untilReadable(store, stopping.signal);
  if (!(await store.hasRightKey())) throw new HomeError(otherKeySentence(home, config.databaseUrl === null));
  ready = true;
  tellSupervisor({ type: 'ready', setupCode: null, note: null });
  saveCompiledCode();
  raisePriority();
  return gateway;
}
