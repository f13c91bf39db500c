import { buildGateway } from '@basalt/dataplane';
import { readConfig } from './config.ts';
import { openHome } from './home.ts';
import { explainListenError } from './listen-error.ts';
import { createLogger } from './logger.ts';
import { giveUp, onSupervisor, tellSupervisor } from './messages.ts';
import { runPhases } from './shutdown.ts';

/** The gateway process: serves the APIs of projects and needs nothing from the platform process to keep serving. */
const config = readConfig(process.env);
const home = await openHome(config.home);
const log = createLogger('gateway', config.logLevel, `${home.logs}/gateway.log`);
const gateway = buildGateway({ logger: log });

onSupervisor(async () => {
  await runPhases([{ name: 'finish requests', deadlineMs: 10_000, run: () => gateway.close() }], log);
  process.exit(0);
});

try {
  await gateway.listen({ host: config.host, port: config.gatewayPort });
  tellSupervisor({ type: 'ready', setupCode: null, note: null });
} catch (error) {
  giveUp(explainListenError(error, config.gatewayPort, 'BASALT_GATEWAY_PORT'));
}
