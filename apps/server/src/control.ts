import { setTimeout as sleep } from 'node:timers/promises';
import { addressOf, dashboardUrl } from './addresses.ts';
import { runCommand } from './command-options.ts';
import { type Config, readConfig } from './config.ts';
import { findHolder } from './home-lock.ts';

/** Tells of, and ends, the Basalt that runs on a data folder: `status` and `stop`. */

/** A clean end takes at most so long: the supervisor kills what takes longer. */
const STOP_MS = 120_000;
const ANSWER_MS = 3_000;

/** 0: it serves; 1: a part of it does not answer; 3: it does not run. */
async function status(config: Config, json: boolean): Promise<number> {
  const pid = await findHolder(config.home);
  if (pid === null) {
    const facts = { home: config.home, runs: false };
    console.log(json ? JSON.stringify(facts) : `Basalt does not run on ${config.home}.`);
    return 3;
  }
  const [platform, gateway] = await Promise.all([
    isWell(config, config.port),
    isWell(config, config.gatewayPort),
  ]);
  const code = platform && gateway ? 0 : 1;
  if (json) {
    const facts = {
      home: config.home,
      runs: true,
      pid,
      url: dashboardUrl(config),
      dashboard: platform,
      apis: gateway,
    };
    console.log(JSON.stringify(facts));
    return code;
  }
  console.log(`Basalt runs on ${config.home} as process ${pid}: ${dashboardUrl(config)}`);
  console.log(`Dashboard: ${platform ? 'answers' : 'does not answer'}`);
  console.log(`APIs of projects: ${gateway ? 'answer' : 'do not answer'}`);
  return code;
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

const HELP = `basalt status [--json]   whether it runs, and answers: ends with 0, 1 when a part does not answer, 3 when it does not run
basalt stop              end it, and its databases, cleanly; ends with 0, also when it did not run`;

await runCommand(HELP, { json: { type: 'boolean', default: false } }, ({ json }, [command]) => {
  const config = readConfig(process.env);
  return command === 'stop' ? stop(config) : status(config, json);
});
