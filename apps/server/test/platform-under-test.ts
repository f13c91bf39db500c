import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLocalDriver } from '@basalt/clusters';
import { copyTemplates, freePort, makeServerHome, shareTemplates } from '@basalt/clusters/testing';
import type { Order, StepOrder, Victim } from './order.ts';

const TOKEN = `sbp_${'0123456789'.repeat(4)}`;
const MODULE = new URL('./killable-platform.ts', import.meta.url);
const GATEWAY = new URL('../src/gateway-process.ts', import.meta.url);
/** As with `npm start`: it is started dozens of times. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/compiled', import.meta.url));

export const DATABASE_PASSWORD = 'correct-horse-battery-staple';

/** A real platform process on a folder of its own, which can be killed and started again. */
export class PlatformUnderTest {
  readonly home: string;
  readonly gatewayPort: number;
  readonly #port: number;
  readonly #databasePorts: string;
  #process: ChildProcess | null = null;

  private constructor(home: string, port: number, gatewayPort: number, databasePorts: string) {
    this.home = home;
    this.gatewayPort = gatewayPort;
    this.#port = port;
    this.#databasePorts = databasePorts;
  }

  /** @param disk where its folder is made, with everything it needs; default: among those of other tests */
  static async create(databasePorts: string, disk?: string): Promise<PlatformUnderTest> {
    const home = disk === undefined ? await makeServerHome() : await mkdtemp(path.join(disk, 'basalt-kill-'));
    if (disk === undefined) await shareTemplates(home);
    else await copyTemplates(home, [16, 17]);
    return new PlatformUnderTest(home, await freePort(), await freePort(), databasePorts);
  }

  async start(): Promise<void> {
    const child = this.#fork(MODULE);
    this.#process = child;
    await Promise.race([
      heard(child, 'ready'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The platform process ended with ${code} before it was ready.`);
      }),
    ]);
  }

  /** Starts a gateway beside it, which is the caller's to end. It goes on when the platform process dies. */
  async startGateway(): Promise<ChildProcess> {
    const child = this.#fork(GATEWAY);
    for (;;) {
      const health = await fetch(`http://127.0.0.1:${this.gatewayPort}/health`).catch(() => null);
      if (health?.status === 200) return child;
      if (child.exitCode !== null) throw new Error(`The gateway ended with ${child.exitCode}.`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Counts the steps of the next call that changes something; the process dies before the one with this number, from 0. */
  async countSteps(killBefore: number | null): Promise<void> {
    const armed = heard(this.#child, 'armed');
    this.#child.send({ killBefore } satisfies StepOrder);
    await armed;
  }

  /** The steps since; null: it has died. */
  async steps(): Promise<string[] | null> {
    const child = this.#child;
    if (child.signalCode !== null || child.exitCode !== null) {
      await this.death();
      return null;
    }
    const death = once(child, 'exit').then(() => null);
    child.send('steps', () => {});
    const told = await Promise.race([once(child, 'message'), death]);
    if (told !== null) return (told[0] as { steps: string[] }).steps;
    await this.death();
    return null;
  }

  /** What happens at this step, `pause:stop-cluster:before`. */
  async killAt(point: string, victim: Victim = 'platform'): Promise<void> {
    const armed = heard(this.#child, 'armed');
    this.#child.send({ killAt: point, victim } satisfies Order);
    await armed;
  }

  /** Waits until the process has done what was ordered, and lives on. */
  obeyed(): Promise<void> {
    return heard(this.#child, 'done');
  }

  /** As after a restart of the machine, the pids that dead servers left in their files belong to another process: this one. */
  async misleadPidFiles(): Promise<void> {
    for (const file of globSync('{platform,projects/*,scratch/*}/data*/postmaster.pid', { cwd: this.home })) {
      const name = path.join(this.home, file);
      const [, ...lines] = (await readFile(name, 'utf8')).split('\n');
      await writeFile(name, [process.pid, ...lines].join('\n'));
    }
    for (const file of globSync('{platform,projects/*,scratch/*}/server.json', { cwd: this.home })) {
      const name = path.join(this.home, file);
      const state = JSON.parse(await readFile(name, 'utf8')) as object;
      await writeFile(name, JSON.stringify({ ...state, pid: process.pid }));
    }
  }

  #fork(module: URL): ChildProcess {
    const environment = {
      BASALT_HOME: this.home,
      BASALT_PORT: String(this.#port),
      BASALT_GATEWAY_PORT: String(this.gatewayPort),
      BASALT_DATABASE_PORTS: this.#databasePorts,
      BASALT_GIT_REPOSITORIES: path.join(this.home, 'git'),
      BASALT_BOOTSTRAP_EMAIL: 'owner@example.com',
      BASALT_BOOTSTRAP_PASSWORD: DATABASE_PASSWORD,
      BASALT_BOOTSTRAP_ACCESS_TOKEN: TOKEN,
    };
    return fork(module, {
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...environment },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }

  /** Waits until the process has died by SIGKILL. */
  async death(): Promise<void> {
    const child = this.#child;
    if (child.signalCode === null && child.exitCode === null) await once(child, 'exit');
    if (child.signalCode !== 'SIGKILL') throw new Error(`The process ended by itself (${child.exitCode}).`);
    this.#process = null;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.death();
  }

  /** @param body sent as JSON, or as the form that it is */
  async api(method: string, route: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const isJson = body !== undefined && !(body instanceof FormData);
    const response = await fetch(`http://127.0.0.1:${this.#port}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        ...(isJson ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? null : JSON.parse(text) };
  }

  /** Sends a call that the process may not survive. */
  async fire(method: string, route: string, body?: unknown): Promise<void> {
    await this.api(method, route, body).catch(() => undefined);
  }

  /** Refs that have a folder, refs that have a running server, and scratch clusters, as the machine shows them. */
  async onThisMachine(): Promise<{ folders: string[]; servers: string[]; scratch: string[] }> {
    const projects = path.join(this.home, 'projects');
    const folders = (await readdir(projects)).sort();
    const scratch = await readdir(path.join(this.home, 'scratch')).catch(() => []);
    // A process that a server is just starting still has the server's own command line: the ref counts once.
    const servers = new Set<string>();
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      const ref = line.startsWith(this.home) ? /projects\/([a-z]{20})\/data/.exec(line)?.[1] : undefined;
      if (ref !== undefined) servers.add(ref);
    }
    return { folders, servers: [...servers].sort(), scratch };
  }

  async remove(): Promise<void> {
    if (this.#process !== null) await this.kill();
    const driver = await openLocalDriver({ home: this.home, listenAddress: '127.0.0.1' });
    for (const ref of [...(await driver.list()), 'platform']) await driver.remove(ref);
    await driver.close();
    await rm(this.home, { recursive: true, force: true });
  }

  get #child(): ChildProcess {
    if (this.#process === null) throw new Error('The platform process does not run.');
    return this.#process;
  }
}

async function heard(child: ChildProcess, word: string): Promise<void> {
  for (;;) {
    const [message] = await once(child, 'message');
    if (message === word) return;
  }
}
