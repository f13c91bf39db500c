import { readConfig } from '../src/config.ts';
import { openHome } from '../src/home.ts';
import { createLogger } from '../src/logger.ts';
import { runPlatform } from '../src/run-platform.ts';

/** The platform process with one difference: it dies by SIGKILL at the step and moment that its parent names. */
let killAt: string | null = null;
process.on('message', (message: { killAt: string }) => {
  killAt = message.killAt;
  process.send?.('armed');
});

const config = readConfig(process.env);
const home = await openHome(config.home);
await runPlatform(
  config,
  home,
  createLogger('platform', 'info', `${home.logs}/platform.log`),
  (kind, step, moment) => {
    if (`${kind}:${step}:${moment}` === killAt) process.kill(process.pid, 'SIGKILL');
  },
);
process.send?.('ready');
