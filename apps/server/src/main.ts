import { parseArgs } from 'node:util';
import { addressOf } from './addresses.ts';
import { Child } from './child.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { HomeError, openHome } from './home.ts';
import { lockHome } from './home-lock.ts';
import { createLogger } from './logger.ts';
import type { ChildMessage } from './messages.ts';

const PROCESSES = ['platform', 'gateway'] as const;
type ProcessName = (typeof PROCESSES)[number];

/** Longer than the phases inside a process together. */
const STOP_DEADLINE_MS = 60_000;

/** The supervisor: takes the data folder, runs the processes, restarts the one that dies, stops them in order. */
async function main(): Promise<void> {
  const only = readOnly();
  const config = readConfig(process.env);
  const home = await openHome(config.home);
  const names = only === null ? PROCESSES : [only];
  const unlock = names.includes('platform') ? await lockHome(home) : async () => {};
  const log = createLogger('supervisor', config.logLevel, `${home.logs}/supervisor.log`);

  const waiting = new Set<ProcessName>(names);
  let setupCode: string | null = null;
  const children = names.map((name) => {
    const child = new Child({
      name,
      module: new URL(`./${name}-process.ts`, import.meta.url),
      log,
      onMessage: (m) => hear(name, m),
    });
    child.start();
    return child;
  });

  function hear(name: ProcessName, message: ChildMessage): void {
    switch (message.type) {
      case 'progress':
        say(message.text);
        break;
      case 'failed':
        // A process that has served before is started again instead.
        if (waiting.has(name)) void stop(1, message.reason);
        else log.error({ child: name, reason: message.reason }, 'a process gave up');
        break;
      case 'ready':
        if (message.note !== null) say(message.note);
        setupCode = message.setupCode ?? setupCode;
        if (waiting.delete(name) && waiting.size === 0) announce(config, names, setupCode);
    }
  }

  let stopping = false;
  async function stop(code: number, reason?: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    if (reason !== undefined) console.error(reason);
    else say('Stopping …');
    for (const child of children) child.retire();
    // Gateway first: nobody is served by clusters that are about to stop.
    for (const child of [...children].reverse()) await child.stop(STOP_DEADLINE_MS);
    await unlock();
    if (code === 0) say('Stopped.');
    process.exit(code);
  }
  process.on('SIGINT', () => void stop(0));
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGHUP', () => void stop(0));
}

function readOnly(): ProcessName | null {
  const { values } = parseArgs({ options: { only: { type: 'string' } }, strict: true });
  if (values.only === undefined) return null;
  const name = PROCESSES.find((process) => process === values.only);
  if (name === undefined) throw new ConfigError(`--only takes platform or gateway, not ${values.only}.`);
  return name;
}

function announce(config: Config, names: readonly ProcessName[], setupCode: string | null): void {
  const address = names.includes('platform')
    ? (config.publicUrl ?? addressOf(config.host, config.port))
    : addressOf(config.host, config.gatewayPort);
  say(`Basalt is ready at ${address}`);
  if (setupCode !== null) say(`Set-up code: ${setupCode}  (asked for on the first visit)`);
}

function say(text: string): void {
  console.log(text);
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError || error instanceof HomeError) console.error(error.message);
  else if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    console.error(error.message);
  else console.error(error);
  process.exit(1);
});
