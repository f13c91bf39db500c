import { openLocalDriver } from '@basalt/clusters/local-driver';
import { beginProcess, reasonOf } from './begin-process.ts';
import { gatewaySocket } from './door/gateway-socket.ts';
import { openDoor } from './door/open-door.ts';
import { untilSecretKey } from './gateway/wait-for-platform.ts';
import { explainListenError } from './listen-error.ts';
import { giveUp, onStopRequest, tellSupervisor } from './messages.ts';

/**
 * The door process: lets gateways of other machines in to what is on this one only. It is a process of its own so that the gateway of
 * this machine can be started anew without a request of the others breaking off.
 */
const { config, home, log } = await beginProcess('door');
const stopping = new AbortController();

onStopRequest(() => {
  stopping.abort();
  process.exit(0);
});

try {
  await start();
} catch (error) {
  if (!stopping.signal.aborted) {
    log.fatal({ err: error }, 'start failed');
    giveUp(reasonOf(error, home.logs));
  }
}

async function start(): Promise<void> {
  if (config.door === null) return;
  const { host, port } = config.door;
  const secretKey = await untilSecretKey(home, stopping.signal);
  const clusters = await openLocalDriver({ home: home.path, listenAddress: config.host });
  const addressOf = (ref: string) => clusters.address(ref);
  try {
    await openDoor({ secretKey, host, port, addressOf, gatewaySocket: gatewaySocket(home), log });
  } catch (error) {
    giveUp(explainListenError(error, port, 'BASALT_DOOR_PORT'));
  }
  tellSupervisor({ type: 'ready', setupCode: null, note: null });
}
