import { readConfig } from '../src/config.ts';
import { openHome } from '../src/home.ts';
import { createLogger } from '../src/logger.ts';
import { runPlatform } from '../src/run-platform.ts';
import { killProjectServers } from './kill-project-servers.ts';

/**
 * The platform process with one difference: at the step and moment that its parent names it dies by SIGKILL, or lets all
 * PostgreSQL servers of projects die so.
 */
interface Order {
  killAt: string;
  victim: 'platform' | 'postgres';
}
let order: Order | null = null;
process.on('message', (message: Order) => {
  order = message;
  process.send?.('armed');
});

const config = readConfig(process.env);
const home = await openHome(config.home);
await runPlatform(
  config,
  home,
  createLogger('platform', 'info', `${home.logs}/platform.log`),
  (kind, step, moment) => {
    if (`${kind}:${step}:${moment}` !== order?.killAt) return;
    if (order.victim === 'platform') process.kill(process.pid, 'SIGKILL');
    order = null;
    killProjectServers(home.path);
    process.send?.('killed');
  },
);
process.send?.('ready');
