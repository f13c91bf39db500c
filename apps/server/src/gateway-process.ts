import { buildGateway } from '@basalt/dataplane';
import { readConfig } from './config.ts';
import { endOnDefect } from './end-on-defect.ts';
import { openHome } from './home.ts';
import { explainListenError } from './listen-error.ts';
import { createLogger } from './logger.ts';
import { giveUp, onStopRequest, tellSupervisor } from './messages.ts';
import { finishRequests, runPhases } from './shutdown.ts';

/** The gateway process: serves the APIs of projects and needs nothing from the platform process to keep serving. */
const config = readConfig(process.env);
const home = await openHome(config.home);
const log = createLogger('gateway', config.logLevel, `${home.logs}/gateway.log`);
endOnDefect('gateway', log, home.logs);
const gateway = buildGateway({ logger: log });

onStopRequest(async () => {
  await runPhases(finishRequests(gateway), log);
  process.exit(0);
});

try {
  await gateway.listen({ host: config.host, port: config.gatewayPort });
  tellSupervisor({ type: 'ready', setupCode: null, note: null });
} catch (error) {
  giveUp(explainListenError(error, config.gatewayPort, 'BASALT_GATEWAY_PORT'));
}
