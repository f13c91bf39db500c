import path from 'node:path';
import { saveCompiledCode } from '../src/compile-cache.ts';
import { readConfig } from '../src/config.ts';
import { openHome } from '../src/home.ts';
import { createLogger } from '../src/logger.ts';
import { runPlatform } from '../src/run-platform.ts';
import { countSteps, stepsDone } from './call-steps.ts';
import { fillDisk } from './fill-disk.ts';
import { killEverythingIn, killProjectServers } from './kill-project-servers.ts';
import type { Order, StepOrder } from './order.ts';

/** The platform process with one difference: at the step and moment that its parent names it does what the parent orders. */
let order: Order | null = null;
process.on('message', (message: Order | StepOrder | 'steps') => {
  if (message === 'steps') return process.send?.({ steps: stepsDone() });
  if ('killBefore' in message) countSteps(message.killBefore);
  else order = message;
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
    const { victim } = order;
    order = null;
    if (victim === 'machine') killEverythingIn(home.path);
    if (victim === 'machine' || victim === 'platform') process.kill(process.pid, 'SIGKILL');
    if (victim === 'postgres') killProjectServers(home.path);
    if (victim === 'disk') fillDisk(path.dirname(home.path));
    process.send?.('done');
  },
);
saveCompiledCode();
process.send?.('ready');
