import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '../..');

export type BalancerName = 'nginx' | 'caddy';

/**
 * So long a balancer may leave a gateway out that it found stopping: with two of them, nobody stops the other before that. nginx counts
 * whole seconds, so that its three may be four, and begins anew when it asks a gateway that is not quite there yet.
 */
export const LEFT_OUT_MS = { nginx: 5_000, caddy: 1_000 } as const;

export interface Balancer {
  stop(): Promise<void>;
}

/** Where a program is; null: this machine does not have it. */
export function findProgram(name: BalancerName): string | null {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, name)).find(isThere) ?? null;
}

function isThere(file: string): boolean {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
}

export interface BalancerOptions {
  /** Where clients come in over TLS. */
  port: number;
  /** Addresses and ports of two gateways. */
  gateways: readonly [string, string];
  /** A file with a certificate and its key. */
  pem: string;
}

/** Starts nginx or Caddy with the file of `deploy/`, in which only names, addresses and the certificate are other ones. */
export async function startBalancer(name: BalancerName, options: BalancerOptions): Promise<Balancer> {
  const program = findProgram(name);
  if (program === null) throw new Error(`${name} is not on this machine.`);
  const folder = await mkdtemp(path.join(tmpdir(), 'balancer-'));
  const child =
    name === 'nginx' ? await nginx(program, folder, options) : await caddy(program, folder, options);
  let output = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    output += bytes.toString();
  });
  const until = Date.now() + 15_000;
  while (!(await answers(options.port))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${name} did not start: ${output}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return {
    async stop() {
      const ended = once(child, 'exit');
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await ended;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function nginx(program: string, folder: string, options: BalancerOptions): Promise<ChildProcess> {
  const site = adapted(await readFile(path.join(ROOT, 'deploy/nginx/basalt-gateways.conf'), 'utf8'), options)
    .replace('listen 443 ssl', `listen 127.0.0.1:${options.port} ssl`)
    .replace('server_name api.example.com *.api.example.com;', 'server_name localhost;');
  const whole = `
    daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr warn;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 2048; }
    http {
      access_log off;
      ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((each) => `${each}_temp_path ${folder}/${each};`).join('\n')}
      ${site}
    }`;
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, whole);
  return spawn(program, ['-p', folder, '-e', 'stderr', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
}

async function caddy(program: string, folder: string, options: BalancerOptions): Promise<ChildProcess> {
  const site = adapted(await readFile(path.join(ROOT, 'deploy/caddy/Caddyfile'), 'utf8'), options).replace(
    'api.example.com, *.api.example.com {',
    `https://localhost:${options.port} {\n\tbind 127.0.0.1`,
  );
  const file = path.join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${site}`);
  return spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
}

/** @throws Error when the file has nothing that is to be adapted: then it is another one than was meant */
function adapted(text: string, { gateways, pem }: BalancerOptions): string {
  const changes = [
    ['10.0.0.11:8001', gateways[0]],
    ['10.0.0.12:8001', gateways[1]],
    ['/etc/ssl/basalt/fullchain.pem', pem],
    ['/etc/ssl/basalt/key.pem', pem],
  ] as const;
  let result = text;
  for (const [from, to] of changes) {
    if (!result.includes(from)) throw new Error(`The file does not name ${from}.`);
    result = result.replaceAll(from, to);
  }
  return result;
}

async function answers(port: number): Promise<boolean> {
  return fetch(`https://localhost:${port}/health`).then(
    ({ status }) => status === 200,
    () => false,
  );
}
