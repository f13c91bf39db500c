import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePorts } from './free-ports.ts';
import { killProcesses, processesOfHome } from './home-processes.ts';
import { folderInMemory } from './in-memory.ts';
import { OWNER } from './owner.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const START_TIMEOUT = 90_000;
const STOP_TIMEOUT = 45_000;

/** A real Basalt in processes of its own. */
export interface Basalt {
  /** Address of the dashboard and the platform's API, such as `http://127.0.0.1:20001`. */
  origin: string;
  gatewayOrigin: string;
  home: string;
  /** What it was started with; another start with the same continues on the same data. */
  environment: Record<string, string>;
  /** The process that `npm start` runs. */
  process: ChildProcess;
  /** Everything it has printed. */
  output(): string;
  /** Presses Ctrl-C and waits for the end. Gives the exit code. */
  stop(): Promise<number>;
}

export interface StartOptions {
  /** Changes to the environment. An empty string takes a variable away. */
  environment?: Record<string, string>;
  /** What is written behind `npm start --`. */
  options?: readonly string[];
}

/** Starts Basalt on a data folder and ports of its own, and waits until it is ready. */
export async function startBasalt({ environment = {}, options = [] }: StartOptions = {}): Promise<Basalt> {
  const complete = { ...(await freshEnvironment()), ...environment };
  const started = launch(complete, options);
  const origin = `http://127.0.0.1:${complete.BASALT_PORT}`;
  const basalt: Basalt = {
    origin,
    gatewayOrigin: `http://127.0.0.1:${complete.BASALT_GATEWAY_PORT}`,
    home: complete.BASALT_HOME,
    environment: complete,
    process: started.process,
    output: started.output,
    stop: async () => {
      started.process.kill('SIGINT');
      return await withTimeout(started.ended, STOP_TIMEOUT, 'Basalt did not stop');
    },
  };
  await waitUntilReady(started, [`${origin}/health`, `${basalt.gatewayOrigin}/health`]);
  return basalt;
}

/** Runs Basalt to its end, for starts that are meant to fail and options that only print something. */
export async function runToEnd(
  environment: Record<string, string>,
  options: readonly string[] = [],
): Promise<{ code: number; output: string }> {
  const started = launch(environment, options);
  const code = await withTimeout(started.ended, START_TIMEOUT, 'Basalt did not end').finally(() =>
    started.process.kill('SIGKILL'),
  );
  return { code, output: started.output() };
}

/** Starts Basalt and kills all of it, databases too, as soon as it has printed something. */
export async function killWhenItSays(
  pattern: RegExp,
  environment: Record<string, string>,
  options: readonly string[],
): Promise<void> {
  const started = launch(environment, options);
  const until = Date.now() + START_TIMEOUT;
  while (!pattern.test(started.output())) {
    if (started.process.exitCode !== null || Date.now() > until)
      throw new Error(`Basalt did not say ${pattern}. It printed:\n${started.output()}`);
    await new Promise((done) => setTimeout(done, 5));
  }
  killProcesses(await processesOfHome(environment.BASALT_HOME ?? ''));
  await withTimeout(started.ended, STOP_TIMEOUT, 'Basalt was not killed');
}

/** Stops a server, checks that it left nothing running, and removes its data. */
export async function disposeBasalt(basalt: Basalt): Promise<void> {
  if (basalt.process.exitCode === null) await basalt.stop();
  const left = (await processesOfHome(basalt.home)).filter(({ isPostgres }) => isPostgres);
  killProcesses(left);
  await rm(basalt.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  if (left.length > 0) {
    throw new Error(
      `Basalt ended and left databases running: ${left.map(({ command }) => command).join('; ')}`,
    );
  }
}

/** An empty data folder, in memory where there is much of it. */
export async function makeHome(): Promise<string> {
  const home = await mkdtemp(path.join(folderInMemory() ?? tmpdir(), 'b-'));
  // As root every database runs as a user of its own, who must be able to enter.
  await chmod(home, 0o755);
  return home;
}

/**
 * What new databases are copied from is built once for all servers of these tests: each would take half a minute of a processor.
 * `BASALT_TEST_TEMPLATES` names a folder that may hold it already.
 */
async function shareTemplates(home: string, owner: number | undefined): Promise<void> {
  const usual = owner === undefined ? process.env.BASALT_TEST_TEMPLATES : undefined;
  const templates = usual ?? path.join(tmpdir(), `b-templates-${owner ?? process.getuid?.() ?? ''}`);
  await mkdir(templates, { recursive: true });
  if (owner !== undefined) await chown(templates, owner, owner);
  await symlink(templates, path.join(home, 'templates'));
}

/**
 * Settings for a data folder and ports that nobody else has.
 * @param owner whose folder it is, where that is somebody else than who runs the tests
 */
export async function freshEnvironment(owner?: number) {
  const ports = await findFreePorts();
  const home = await makeHome();
  await shareTemplates(home, owner);
  if (owner !== undefined) await chown(home, owner, owner);
  return {
    BASALT_HOME: home,
    BASALT_PORT: String(ports.platform),
    BASALT_GATEWAY_PORT: String(ports.gateway),
    BASALT_POOLER_PORT: String(ports.pooler.session),
    BASALT_POOLER_TRANSACTION_PORT: String(ports.pooler.transaction),
    BASALT_DATABASE_PORTS: `${ports.databases.first}-${ports.databases.last}`,
    BASALT_TLS_PORT: String(ports.tls),
    BASALT_DNS_SERVERS: `127.0.0.1:${ports.dns}`,
    BASALT_BOOTSTRAP_EMAIL: OWNER.email,
    BASALT_BOOTSTRAP_PASSWORD: OWNER.password,
    BASALT_BOOTSTRAP_ACCESS_TOKEN: OWNER.accessToken,
  };
}

export interface Started {
  process: ChildProcess;
  ended: Promise<number>;
  output: () => string;
}

/**
 * Starts the program with this environment and these options, and waits for nothing.
 * @param before a command that runs it
 */
export function launch(
  environment: Record<string, string>,
  options: readonly string[] = [],
  before: readonly string[] = [],
): Started {
  const main = path.join(ROOT, 'apps/server/src/main.ts');
  const [command = '', ...args] = [
    ...before,
    process.execPath,
    '--disable-warning=ExperimentalWarning',
    main,
    ...options,
  ];
  // Playwright sets it for its workers; a terminal does not.
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const child = spawn(command, args, {
    cwd: ROOT,
    // A group of its own, as with `npm start`: a Ctrl-C for the tests is none for the server.
    detached: true,
    // As `npm start` does.
    env: {
      ...inherited,
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 137)));
  return { process: child, ended, output: () => output };
}

/** Waits until all addresses answer 200. */
export async function waitUntilReady(started: Started, addresses: string[]): Promise<void> {
  const until = Date.now() + START_TIMEOUT;
  while (!(await allAnswer(addresses))) {
    if (started.process.exitCode !== null || Date.now() > until) {
      started.process.kill('SIGKILL');
      throw new Error(`Basalt did not start. It printed:\n${started.output()}`);
    }
    await new Promise((done) => setTimeout(done, 20));
  }
}

async function allAnswer(addresses: string[]): Promise<boolean> {
  const answers = await Promise.all(addresses.map((address) => fetch(address).catch(() => null)));
  return answers.every((answer) => answer?.status === 200);
}

export async function withTimeout<T>(promise: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} within ${milliseconds / 1000} s.`)), milliseconds);
  });
  return await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
