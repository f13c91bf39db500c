import { parseArgs } from 'node:util';
import { addressOf, dashboardUrl } from './addresses.ts';
import { reasonOf } from './begin-process.ts';
import { Child } from './child.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { endOnDefect } from './end-on-defect.ts';
import { raisePriorityOf } from './gateway/raise-priority.ts';
import { type Home, openHome } from './home.ts';
import { lockHome } from './home-lock.ts';
import { whyNotListen } from './listen-error.ts';
import { createLogger } from './logger.ts';
import type { ChildMessage } from './messages.ts';
import { NO_POOLER, openPoolerPorts, type PoolerPorts } from './pooler/open-pooler-ports.ts';
import { PoolerDoor } from './pooler/pooler-door.ts';
import { findKeyFileWarning, readSecretKey, secretKeyFile } from './secret-key.ts';

const PROCESSES = ['platform', 'gateway'] as const;
type ProcessName = (typeof PROCESSES)[number] | 'door';

/** Measured: the platform process is a third smaller when idle, the gateway half as fast again under load. */
const YOUNG_GENERATION_MB = { platform: 4, gateway: 16, door: 16 };

/** Longer than the phases inside a process together. */
const STOP_DEADLINE_MS = 90_000;

/** Takes the data folder and checks what a start needs, then runs the processes. */
async function main(): Promise<void> {
  const options = readOptions();
  const only = readOnly(options.only);
  const restoreFrom = options['restore-from'];
  const restoring = restoreFrom === undefined ? {} : { BASALT_RESTORE_FROM: restoreFrom };
  const config = readConfig({ ...process.env, ...restoring });
  const home = await openHome(config.home);
  if (options['reset-password'] !== undefined) return resetPassword(config, home, options['reset-password']);
  const names = processesFor(config, only);
  const unlock = names.includes('platform') ? await lockHome(home) : async () => {};
  try {
    await checkPorts(config, names);
    // A damaged one is told once, and not by both processes.
    const key = await readSecretKey(home);
    if (key === null && only === 'gateway' && config.platformDoor === null)
      say(`Waiting for ${secretKeyFile(home)}, which the platform process makes at its first start.`);
    // A platform alone is told by its own settings: another supervisor has the gateway.
    const pooler =
      names.includes('gateway') && config.platformDoor === null ? await openPoolerPorts(config) : NO_POOLER;
    const { ports, environment } = pooler;
    const passedOn = { ports, environment: { ...environment, ...restoring } };
    supervise(config, home, names, unlock, await findKeyFileWarning(home), passedOn);
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** The supervisor: runs the processes, restarts the one that dies, stops them in order. */
function supervise(
  config: Config,
  home: Home,
  names: readonly ProcessName[],
  unlock: () => Promise<void>,
  warning: string | null,
  { ports, environment }: PoolerPorts,
): void {
  const log = createLogger('supervisor', config.logLevel, `${home.logs}/supervisor.log`);
  endOnDefect('supervisor', log, home.logs);
  if (warning !== null) {
    say(warning);
    log.warn(warning);
  }
  const waiting = new Set<ProcessName>(names);
  let stopping = false;
  let setupCode: string | null = null;
  const pooler = new PoolerDoor({
    ports,
    module: new URL('./pooler-process.ts', import.meta.url),
    log,
    stopDeadlineMs: STOP_DEADLINE_MS,
  });
  const children = names.map((name) => {
    const child = new Child({
      name,
      module: new URL(`./${name}-process.ts`, import.meta.url),
      youngGenerationMb: YOUNG_GENERATION_MB[name],
      environment,
      log,
      ...(name === 'gateway' ? { onStart: raisePriorityOf } : {}),
      onMessage: (message) => hear(name, message),
      onExit: () => fail(name, `The ${name} process ended before it was ready. The log is in ${home.logs}.`),
    });
    child.start();
    return child;
  });

  function hear(name: ProcessName, message: ChildMessage): void {
    if (stopping) return;
    switch (message.type) {
      case 'progress':
        say(message.text);
        break;
      case 'failed':
        fail(name, message.reason);
        break;
      case 'ready':
        if (message.note !== null) say(message.note);
        setupCode = message.setupCode ?? setupCode;
        if (waiting.delete(name) && waiting.size === 0) announce(config, names, setupCode);
    }
  }

  /** Ends a start that cannot succeed. A process that has served before is started again instead. */
  function fail(name: ProcessName, reason: string): void {
    if (waiting.has(name)) void stop(1, reason);
    else log.error({ child: name, reason }, 'a process gave up');
  }

  async function stop(code: number, reason?: string): Promise<void> {
    if (stopping) return;
    stopping = true;
    if (reason !== undefined) console.error(reason);
    else say('Stopping …');
    for (const child of children) child.retire();
    await pooler.stop();
    // Gateway first: nobody is served by clusters that are about to stop.
    for (const child of [...children].reverse()) await child.stop(STOP_DEADLINE_MS);
    await unlock();
    if (code === 0) say('Stopped.');
    process.exit(code);
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
}

/** Prints a link with which one person sets a new password, and leaves the running Basalt alone. */
async function resetPassword(config: Config, home: Home, email: string): Promise<void> {
  // Loaded when wanted: it needs what only the processes need otherwise.
  const { makeResetLink } = await import('./reset-password.ts');
  const link = await makeResetLink(config, home, email);
  say(`Open this link within an hour to set a new password for ${email}. It works once:\n\n  ${link}\n`);
}

/** The door is part of serving projects. @throws ConfigError where they are on another machine, and so is the platform */
function processesFor({ door, platformDoor }: Config, only: ProcessName | null): readonly ProcessName[] {
  if (platformDoor !== null && only !== 'gateway')
    throw new ConfigError(
      'BASALT_PLATFORM_DOOR is for a gateway on a machine of its own: start that one with --only gateway, or leave it out.',
    );
  const names = only === null ? PROCESSES : [only];
  return door !== null && only !== 'platform' ? [...names, 'door'] : names;
}

function readOnly(only: string | undefined): ProcessName | null {
  if (only === undefined) return null;
  const name = PROCESSES.find((process) => process === only);
  if (name === undefined) throw new ConfigError(`--only takes platform or gateway, not ${only}.`);
  return name;
}

function readOptions(): { only?: string; 'reset-password'?: string; 'restore-from'?: string } {
  const options = {
    only: { type: 'string' },
    'reset-password': { type: 'string' },
    'restore-from': { type: 'string' },
  } as const;
  try {
    return parseArgs({ options, strict: true }).values;
  } catch (error) {
    const problem = (error as Error).message.split('.', 1)[0];
    throw new ConfigError(
      `${problem}: the options are --only platform, --only gateway, --reset-password <e-mail address> and --restore-from <bucket>.`,
    );
  }
}

async function checkPorts(
  { host, port, gatewayPort, door }: Config,
  names: readonly ProcessName[],
): Promise<void> {
  const ports = {
    platform: { host, port, variable: 'BASALT_PORT' },
    gateway: { host, port: gatewayPort, variable: 'BASALT_GATEWAY_PORT' },
    door: { host, port: 0, ...door, variable: 'BASALT_DOOR_PORT' },
  };
  for (const name of names) {
    const place = ports[name];
    const problem = await whyNotListen(place.host, place.port, place.variable);
    if (problem !== null) throw new ConfigError(problem);
  }
}

function announce(config: Config, names: readonly ProcessName[], setupCode: string | null): void {
  const address = names.includes('platform')
    ? dashboardUrl(config)
    : addressOf(config.host, config.gatewayPort);
  say(`Basalt is ready at ${address}`);
  if (setupCode !== null) say(`Set-up code: ${setupCode}  (asked for on the first visit)`);
}

function say(text: string): void {
  console.log(text);
}

main().catch((error: unknown) => {
  console.error(reasonOf(error));
  process.exit(1);
});
