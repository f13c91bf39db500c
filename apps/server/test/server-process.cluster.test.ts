import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLocalDriver, PLATFORM_REF } from '@basalt/clusters';
import { makeServerHome, shareTemplates } from '@basalt/clusters/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const PORTS = { BASALT_PORT: '22542', BASALT_GATEWAY_PORT: '22543', BASALT_DATABASE_PORTS: '22544-22549' };

/** The real server, started the way people do, in a process group of its own. */
class Start {
  readonly child: ChildProcess;
  output = '';

  constructor(home: string, { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {}) {
    this.child = spawn(process.execPath, [MAIN, ...args], {
      detached: true,
      env: { ...process.env, ...PORTS, BASALT_HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr])
      stream?.on('data', (bytes: Buffer) => {
        this.output += bytes.toString();
      });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  ready(): Promise<void> {
    return expect.poll(() => this.output, { timeout: 60_000 }).toContain('Basalt is ready');
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
    return this.child.exitCode;
  }
}

let home: string;
let starts: Start[] = [];
const start = (options: ConstructorParameters<typeof Start>[1] = {}) => {
  const one = new Start(home, options);
  starts.push(one);
  return one;
};

beforeEach(async () => {
  home = await makeServerHome();
});

/** For tests that are not about a first start: it has less to build. */
const withTemplates = () => shareTemplates(home);

afterEach(async () => {
  for (const { child, pid } of starts)
    if (child.exitCode === null && child.signalCode === null) process.kill(-pid, 'SIGKILL');
  starts = [];
  await expect.poll(ourProcesses).toEqual([]);
  const driver = await openLocalDriver({ home, listenAddress: '127.0.0.1' });
  await driver.remove(PLATFORM_REF);
  await driver.close();
  await rm(home, { recursive: true, force: true });
});

async function commandLines(): Promise<string[][]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const texts = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  const homes = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
  );
  return texts.flatMap((text, place) =>
    text.includes(home) || homes[place]?.includes(`BASALT_HOME=${home}\0`) ? [text.split('\0')] : [],
  );
}

/** Names of our own processes on the data folder. */
async function ourProcesses(): Promise<string[]> {
  const names = (await commandLines()).map((words) => words.find((word) => word.endsWith('.ts')));
  return names.flatMap((name) => (name === undefined ? [] : [path.basename(name)])).sort();
}

/** Database servers of the data folder. */
async function servers(): Promise<number> {
  return (await commandLines()).filter(([program]) => program?.endsWith('/bin/postgres')).length;
}

describe('a start', () => {
  it('on a port in use says so in one sentence and starts nothing', async () => {
    const holder = createServer().listen(Number(PORTS.BASALT_GATEWAY_PORT), '127.0.0.1');
    await once(holder, 'listening');
    const failed = start();
    expect(await failed.exitCode()).toBe(1);
    holder.close();
    expect(failed.output).toBe(
      `Port ${PORTS.BASALT_GATEWAY_PORT} is in use by another program. Stop it, or set BASALT_GATEWAY_PORT to another port.\n`,
    );
    expect((await readdir(home)).sort()).toEqual(['format.json', 'logs']);
  });

  const folder = (name: string) => mkdir(path.join(home, name), { recursive: true });
  const file = (name: string, text = 'x') => writeFile(path.join(home, name), text);
  const platformLog = 'logs/platform.log';
  const gatewayLog = 'logs/gateway.log';
  it.each<[string, ConstructorParameters<typeof Start>[1], (() => Promise<unknown>) | null, RegExp]>([
    [
      'an unknown option',
      { args: ['--port'] },
      null,
      /^Unknown option '--port': the options are --only platform,/,
    ],
    ['a stray word', { args: ['now'] }, null, /^Unexpected argument 'now': the options are --only platform,/],
    ['half of what there is', { args: ['--only', 'x'] }, null, /^--only takes platform or gateway, not x\.$/],
    ['a port that is none', { env: { BASALT_PORT: 'x' } }, null, /^BASALT_PORT must be a number\.$/],
    [
      'a foreign address',
      { env: { BASALT_HOST: '192.0.2.1' } },
      null,
      /^BASALT_HOST is not an address of this/,
    ],
    [
      'a host that is none',
      { env: { BASALT_HOST: 'no.such.invalid' } },
      null,
      /^BASALT_HOST is not an address/,
    ],
    ['a newer data folder', {}, () => file('format.json', '{"format":9}'), /was written by a newer Basalt/],
    ['a damaged key', {}, () => file('secret.key'), /secret\.key is damaged/],
    ['a folder as key', {}, () => folder('secret.key'), /secret\.key cannot be read \(EISDIR\)/],
    [
      'a log that is a folder',
      {},
      () => folder(platformLog),
      /platform\.log is a folder, and must be a file\./,
    ],
    [
      'the same of the gateway',
      {},
      () => folder(gatewayLog),
      /gateway\.log is a folder, and must be a file\./,
    ],
    [
      'a database that is not there',
      { env: { DATABASE_URL: 'postgresql://x:secret@127.0.0.1:9/x' } },
      null,
      /^The database of DATABASE_URL does not answer \(ECONNREFUSED\)\./,
    ],
    [
      'a database whose host is unknown',
      { env: { DATABASE_URL: 'postgresql://x:secret@no.such.invalid/x' } },
      null,
      /^The host of DATABASE_URL is not known\./,
    ],
    [
      'a database address that is none',
      { env: { DATABASE_URL: 'postgresql://x:secret@127.0.0.1:999999/x' } },
      null,
      /^DATABASE_URL cannot be read\./,
    ],
  ])(
    'with %s ends with one sentence, and no log calls it a defect',
    async (_, options, prepare, sentence) => {
      await prepare?.();
      const failed = start(options);
      expect(await failed.exitCode()).toBe(1);
      const lines = failed.output.trimEnd().split('\n');
      expect(lines.at(-1)).toMatch(sentence);
      expect(lines.filter((line) => !line.startsWith('Creating'))).toHaveLength(1);
      const logs = await Promise.all(
        ['supervisor', 'platform', 'gateway'].map((name) =>
          readFile(path.join(home, 'logs', `${name}.log`), 'utf8').catch(() => ''),
        ),
      );
      expect(failed.output).not.toMatch(/\bat .*\.ts|defect|node:internal|secret@/);
      expect(logs.join('')).not.toMatch(/defect|secret@/);
    },
  );

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'that is interrupted by %s leaves nothing running',
    async (signal) => {
      const interrupted = start();
      await expect
        .poll(() => interrupted.output, { timeout: 20_000 })
        .toContain("Creating the platform's database");
      process.kill(-interrupted.pid, signal);
      expect(await interrupted.exitCode()).toBe(0);
      expect(interrupted.output).toMatch(/Stopping …\nStopped\.\n$/);
      expect(await ourProcesses()).toEqual([]);
      expect(await servers()).toBe(0);
    },
  );
});

describe('the secret key', () => {
  beforeEach(withTemplates);

  const stop = async (one: Start) => {
    process.kill(-one.pid, 'SIGTERM');
    expect(await one.exitCode()).toBe(0);
  };
  const refusal = async (one: Start) => {
    expect(await one.exitCode()).toBe(1);
    expect(await servers()).toBe(0);
    return one.output;
  };

  it('that is missing, damaged or another one is told in one sentence, and never replaced', async () => {
    const key = path.join(home, 'secret.key');
    const first = start();
    await first.ready();
    await stop(first);
    expect(first.output).not.toContain('Warning');
    const digits = await readFile(key, 'utf8');

    await rename(key, `${key}-elsewhere`);
    expect(await refusal(start())).toBe(
      `${key} is missing: without it the saved passwords and keys of the projects cannot be read. Restore it from your copy of the data folder, or set BASALT_HOME to another folder to start anew.\n`,
    );
    expect(existsSync(key)).toBe(false);

    await writeFile(key, `${'0'.repeat(64)}\n`, { mode: 0o600 });
    expect(await refusal(start())).toBe(
      `${key} is not the key that sealed the saved passwords and keys of the projects. Restore it from your copy of the data folder, or set BASALT_HOME to another folder to start anew.\n`,
    );

    await writeFile(key, digits.slice(0, 40));
    expect(await refusal(start())).toMatch(
      /^\/.*\/secret\.key is damaged: it must hold 64 hex digits\. .*\n$/,
    );

    await rename(`${key}-elsewhere`, key);
    await chmod(key, 0o644);
    const last = start();
    await last.ready();
    expect(last.output).toMatch(/^Warning: other users .* Run: chmod 600 \/.*\/secret\.key\n/);
    expect(await readFile(key, 'utf8')).toBe(digits);
    await stop(last);
  }, 180_000);

  it.each(['platform', 'platform/cluster.json', 'secret.key'])(
    'of a first start that was killed when it had made %s is no obstacle to the next',
    async (made) => {
      const killed = start();
      await expect.poll(() => existsSync(path.join(home, made)), { interval: 2 }).toBe(true);
      process.kill(-killed.pid, 'SIGKILL');
      await killed.exitCode();
      for (const round of [1, 2]) {
        const next = start();
        await next.ready();
        expect(next.output, `start ${round}`).not.toMatch(/secret\.key/);
        await stop(next);
      }
    },
    180_000,
  );
});

describe('the supervisor', () => {
  beforeEach(withTemplates);

  it('takes its processes with it when it is killed; clusters live on and the next start adopts them', async () => {
    const first = start();
    await first.ready();
    process.kill(first.pid, 'SIGKILL');
    const second = start();
    await second.ready();
    expect(await ourProcesses()).toEqual(['gateway-process.ts', 'main.ts', 'platform-process.ts']);
    expect(second.output).not.toContain('Creating');
    process.kill(-second.pid, 'SIGHUP');
    expect(await second.exitCode()).toBe(0);
    expect(await servers()).toBe(0);
  }, 180_000);
});
