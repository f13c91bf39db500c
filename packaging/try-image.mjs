import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const TOKEN = `sbp_${'0123456789'.repeat(4)}`;
const PORT = 28_500;
const GATEWAY_PORT = 28_501;
const START_MS = 180_000;

/**
 * Runs an image as a container does, in namespaces of its own on its own files, and uses it: starts, makes a project, asks its REST API,
 * stops. Needs root. What a container engine takes away besides (capabilities, system calls) is not taken away here.
 */
export async function tryImage(file) {
  const work = mkdtempSync(join(tmpdir(), 'basalt-try-'));
  const files = join(work, 'root');
  let container;
  try {
    const { entrypoint, environment, folder } = unpack(file, work, files);
    container = spawn(
      'unshare',
      // A process namespace: all that is in there ends with its first process.
      [
        '--mount',
        '--pid',
        '--ipc',
        '--uts',
        '--fork',
        '--kill-child',
        '--',
        'sh',
        '-ec',
        INSIDE,
        'sh',
        files,
        folder,
        ...entrypoint,
      ],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          ...environment,
          BASALT_PORT: String(PORT),
          BASALT_GATEWAY_PORT: String(GATEWAY_PORT),
          BASALT_POOLER_PORT: '28502',
          BASALT_POOLER_TRANSACTION_PORT: '28503',
          BASALT_DATABASE_PORTS: '28510-28519',
          BASALT_BOOTSTRAP_EMAIL: 'owner@example.com',
          BASALT_BOOTSTRAP_ACCESS_TOKEN: TOKEN,
        },
      },
    );
    let said = '';
    container.stdout.on('data', (bytes) => {
      said += bytes;
    });
    const ended = new Promise((resolve) => container.once('exit', (code, signal) => resolve(code ?? signal)));
    await until(
      'It starts',
      () => said.includes('Basalt is ready'),
      () => container.exitCode === null,
    );
    const { id: organization } = (await call('GET', '/v1/organizations'))[0];
    const made = await call('POST', '/v1/projects', {
      name: 'Tried',
      organization_slug: organization,
      db_pass: 'correct-horse-battery',
      region: 'eu-central-1',
    });
    const ref = made.ref ?? made.id;
    await until(
      'The project is there',
      async () => (await call('GET', `/v1/projects/${ref}`)).status === 'ACTIVE_HEALTHY',
    );
    await call('POST', `/v1/projects/${ref}/database/query`, {
      query: 'create table stones as select 1 as id; grant select on stones to service_role',
    });
    const keys = await call('GET', `/v1/projects/${ref}/api-keys?reveal=true`);
    const { api_key: key } = keys.find(({ name }) => name === 'service_role');
    await until('Its REST API answers', async () => {
      const answer = await fetch(`http://127.0.0.1:${GATEWAY_PORT}/${ref}/rest/v1/stones`, {
        headers: { apikey: key },
      });
      return (await answer.text()) === '[{"id":1}]';
    });
    process.kill(firstInside(container.pid), 'SIGTERM');
    const code = await ended;
    if (code !== 0) throw new Error(`It ended with ${code}. It said:\n${said}`);
    console.log('Tried: it starts, makes a project, answers REST, and stops.');
  } finally {
    container?.kill('SIGKILL');
    rmSync(work, { recursive: true, force: true });
  }
}

/** What a container engine does before it runs the program: $1 the files, $2 the folder; the rest is the program. */
const INSIDE = `
  files=$1 folder=$2; shift 2
  mount --make-rprivate / && mount --bind "$files" "$files"
  mount -t proc proc "$files/proc" && mount -t sysfs -o ro sysfs "$files/sys"
  mount -t tmpfs -o mode=755 tmpfs "$files/dev" && mkdir "$files/dev/shm" && mount -t tmpfs -o mode=1777 tmpfs "$files/dev/shm"
  for each in null zero full random urandom tty; do touch "$files/dev/$each"; mount --bind "/dev/$each" "$files/dev/$each"; done
  for each in resolv.conf hosts; do mkdir -p "$files/etc"; touch "$files/etc/$each"; mount --bind "/etc/$each" "$files/etc/$each"; done
  exec chroot "$files" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`;

function unpack(file, work, files) {
  const image = join(work, 'image');
  mkdirSync(image);
  mkdirSync(files, { mode: 0o755 });
  tar(file, image);
  const blob = (digest) => join(image, 'blobs', digest.replace(':', '/'));
  const read = (path) => JSON.parse(readFileSync(path, 'utf8'));
  const manifest = read(blob(read(join(image, 'index.json')).manifests[0].digest));
  for (const { digest } of manifest.layers) tar(blob(digest), files);
  const { config } = read(blob(manifest.config.digest));
  rmSync(image, { recursive: true });
  return {
    entrypoint: config.Entrypoint,
    environment: Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/s).slice(0, 2))),
    folder: config.WorkingDir,
  };
}

function tar(file, folder) {
  execFileSync('tar', [
    '--extract',
    `--file=${file}`,
    `--directory=${folder}`,
    '--numeric-owner',
    '--same-permissions',
  ]);
}

/** The program itself: `unshare` waits for it, and passes no signals on. */
function firstInside(pid) {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0]);
}

async function call(method, path, body) {
  const answer = await fetch(`http://127.0.0.1:${PORT}${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

async function until(what, isSo, isAlive = () => true) {
  const end = Date.now() + START_MS;
  while (!(await isSo())) {
    if (!isAlive() || Date.now() > end) throw new Error(`${what}: it does not.`);
    await sleep(200);
  }
}
