import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, dashboardUrl } from './addresses.ts';
import { reasonOf } from './begin-process.ts';
import { type Config, readConfig } from './config.ts';
import { findHolder } from './home-lock.ts';

/** Tells of, and ends, the Basalt that runs on a data folder: `status` and `stop`. */

/** A clean end takes at most so long: the supervisor kills what takes longer. */
const STOP_MS = 120_000;
const ANSWER_MS = 3_000;

async function status(config: Config): Promise<number> {
  const pid = await findHolder(config.home);
  if (pid === null) {
    console.log(`Basalt does not run on ${config.home}.`);
    return 3;
  }
  const [platform, gateway] = await Promise.all([
    isWell(config, config.port),
    isWell(config, config.gatewayPort),
  ]);
  console.log(`Basalt runs on ${config.home} as process ${pid}: ${dashboardUrl(config)}`);
  console.log(`Dashboard: ${platform ? 'answers' : 'does not answer'}`);
  console.log(`APIs of projects: ${gateway ? 'answer' : 'do not answer'}`);
  return platform && gateway ? 0 : 1;
}

async function stop(config: Config): Promise<number> {
  const pid = await findHolder(config.home);
  if (pid === null) {
    console.log(`Basalt does not run on ${config.home}.`);
    return 0;
  }
  process.kill(pid, 'SIGTERM');
  const until = Date.now() + STOP_MS;
  while ((await findHolder(config.home)) === pid) {
    if (Date.now() > until) {
      console.error(`Process ${pid} has not ended. The log is in ${config.home}/logs.`);
      return 1;
    }
    await sleep(100);
  }
  console.log('Stopped.');
  return 0;
}

async function isWell({ host }: Config, port: number): Promise<boolean> {
  const answer = await fetch(new URL('/health', addressOf(host, port)), {
    signal: AbortSignal.timeout(ANSWER_MS),
  }).catch(() => null);
  return answer?.ok === true;
}

try {
  const config = readConfig(process.env);
  process.exitCode = process.argv[2] === 'stop' ? await stop(config) : await status(config);
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
