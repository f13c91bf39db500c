import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from '../basalt/api-client.ts';
import { processesOfHome } from '../basalt/home-processes.ts';
import { OWNER } from '../basalt/owner.ts';
import { clientOf, keysOf } from '../basalt/project-api.ts';
import { type Basalt, disposeBasalt, startBasalt } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

const LARGE = randomBytes(3_000_000);
/** Names that only SQL can write, all with the bytes of one object. */
const HOSTILE = [
  '../../../escape.txt',
  '/tmp/absolute.txt',
  'plain/one.txt/below.txt',
  'tab\\tback\\\\slash.txt',
  `${'long'.repeat(80)}.txt`,
];

test.describe('all objects as one archive', () => {
  test.setTimeout(120_000);

  test('a project without objects has none, and its people alone are told', async ({
    api,
    basalt,
    project,
  }) => {
    for (const [method, message] of [
      ['GET', /has been made yet/],
      ['POST', /no storage objects/],
    ] as const) {
      const { status, body } = await api.request(method, `/platform/storage/${project.ref}/archive`);
      expect([status, body.code]).toEqual([404, 'not_found']);
      expect(body.message).toMatch(message);
      const stranger = await fetch(`${basalt.origin}/platform/storage/${project.ref}/archive`, { method });
      expect(stranger.status).toBe(401);
    }
  });

  test('has a folder for each bucket, no name that leads out of it, and goes on where it broke off', async ({
    api,
    basalt,
  }) => {
    const { ref } = await api.createProject('Ünïque  Quarry');
    await fill(api, basalt, ref);
    for (const name of HOSTILE) await api.rows(ref, copyRow(name));
    await api.rows(
      ref,
      `insert into storage.objects (bucket_id, name, version, metadata) values
        ('stones', 'no bytes.txt', gen_random_uuid()::text, '{"size": 1000000000000}'),
        ('stones', 'no version.txt', '../../../../secret.key', null)`,
    );
    expect((await archive(api, 'GET', ref)).status).toBe(404);
    const asked = await archive(api, 'POST', ref);
    expect(asked.status).toBe(200);
    expect(['running', 'ready']).toContain(asked.body.fileStatus);
    const url = await ready(api, ref);
    expect((await archive(api, 'POST', ref)).body.fileUrl).toBe(url);

    const answer = await open(basalt, url);
    expect(answer.headers.get('content-type')).toBe('application/x-tar');
    const day = new Date().toISOString().slice(0, 10);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="unique-quarry-storage-${day}.tar"`,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBe(Number(answer.headers.get('content-length')));
    for (const range of ['bytes=700-', `bytes=${bytes.length - 2_000_000}-`, 'bytes=5000-5999']) {
      const part = await open(basalt, url, { range });
      expect(part.status).toBe(206);
      const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
      const expected = bytes.subarray(Number(from), to ? Number(to) + 1 : bytes.length);
      expect(Buffer.from(await part.arrayBuffer()).equals(expected), range).toBe(true);
    }
    const unpacked = await unpack(bytes);
    expect(unpacked.large?.equals(LARGE)).toBe(true);
    const long = unpacked.names.find((name) => name.startsWith('stones/long')) ?? '';
    expect(Buffer.byteLength(long)).toBeLessThan(263);
    expect(unpacked.names).toEqual(
      [
        '_objects-without-bytes.txt',
        'empty bucket/',
        'stones/%2E%2E/%2E%2E/%2E%2E/escape.txt',
        'stones/%2F/tmp/absolute.txt',
        long,
        'stones/plain/large.bin',
        'stones/plain/one.txt',
        'stones/plain/one.txt%2F/below.txt',
        'stones/plain/zero.txt',
        'stones/tab%09back%5Cslash.txt',
      ].sort(),
    );
    expect(unpacked.note).toContain('stones/no bytes.txt\nstones/no version.txt\n');
    expect((await open(basalt, url, { authorization: 'Bearer nobody' })).status).toBe(401);
  });

  test('is there for a paused project, which stays paused, and survives a killed platform', async () => {
    const basalt = await startBasalt();
    try {
      const api = new ApiClient(basalt.origin, OWNER.accessToken);
      const { ref } = await api.createProject('Sleeper');
      await fill(api, basalt, ref);
      await api.request('POST', `/v1/projects/${ref}/pause`);
      await api.waitForStatus(ref, 'INACTIVE');
      const { body: pause } = await api.request('GET', `/platform/projects/${ref}/pause/status`);
      expect(pause.has_storage_objects).toBe(true);
      expect((await archive(api, 'POST', ref)).status).toBe(200);
      for (const { pid, command } of await processesOfHome(basalt.home))
        if (command.includes('platform-process')) process.kill(pid, 'SIGKILL');
      await expect
        .poll(async () => (await fetch(`${basalt.origin}/health`).catch(() => null))?.status, {
          timeout: 30_000,
        })
        .toBe(200);
      const url = await ready(api, ref);
      // Nothing has changed since, so it is the same, also for whoever asks long after.
      expect((await archive(api, 'POST', ref)).body.fileUrl).toBe(url);
      const bytes = Buffer.from(await (await open(basalt, url)).arrayBuffer());
      expect((await unpack(bytes)).large?.equals(LARGE)).toBe(true);
      const { body: project } = await api.request('GET', `/v1/projects/${ref}`);
      expect(project.status).toBe('INACTIVE');
      const postgres = (await processesOfHome(basalt.home)).filter(
        ({ isPostgres, command }) => isPostgres && command.includes(ref),
      );
      expect(postgres).toEqual([]);
    } finally {
      await disposeBasalt(basalt);
    }
  });
});

async function fill(api: ApiClient, basalt: Basalt, ref: string): Promise<void> {
  const { url, secret } = await keysOf(api, basalt, ref);
  const { storage } = clientOf(url, secret);
  for (const bucket of ['stones', 'empty bucket'])
    expect((await storage.createBucket(bucket)).error).toBeNull();
  const stones = storage.from('stones');
  for (const [name, content] of [
    ['plain/one.txt', 'one'],
    ['plain/zero.txt', ''],
    ['plain/large.bin', LARGE],
  ] as const)
    expect((await stones.upload(name, content)).error).toBeNull();
}

const copyRow = (name: string) => `insert into storage.objects (bucket_id, name, version)
  select bucket_id, E'${name}', version from storage.objects where name = 'plain/one.txt'`;

function archive(api: ApiClient, method: string, ref: string) {
  return api.request(method, `/platform/storage/${ref}/archive`);
}

async function ready(api: ApiClient, ref: string): Promise<string> {
  let url: string | null = null;
  await expect
    .poll(
      async () => {
        const { body } = await archive(api, 'GET', ref);
        if (body.fileStatus === 'failed') throw new Error(body.error);
        url = body.fileUrl ?? null;
        return url;
      },
      { timeout: 40_000 },
    )
    .not.toBeNull();
  return url ?? '';
}

function open(basalt: Basalt, url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${basalt.origin}${url}`, {
    headers: { authorization: `Bearer ${OWNER.accessToken}`, ...headers },
  });
}

/** What the program tar makes of it. */
async function unpack(bytes: Buffer) {
  const folder = await mkdtemp(path.join(tmpdir(), 'unpacked-'));
  try {
    await writeFile(path.join(folder, 'x.tar'), bytes);
    const root = path.join(folder, 'deep/er/still');
    await promisify(execFile)('mkdir', ['-p', root]);
    await promisify(execFile)('tar', ['-xf', path.join(folder, 'x.tar'), '-C', root]);
    const found = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = found.filter((each) => each.isFile() && each.name !== 'x.tar');
    const empty = [];
    for (const each of found.filter((one) => one.isDirectory())) {
      const place = path.join(each.parentPath, each.name);
      if ((await readdir(place)).length === 0) empty.push(`${path.relative(root, place)}/`);
    }
    const names = files.map((each) => path.relative(root, path.join(each.parentPath, each.name)));
    return {
      names: [...names, ...empty].sort(),
      large: await readFile(path.join(root, 'stones/plain/large.bin')).catch(() => null),
      note: await readFile(path.join(root, '_objects-without-bytes.txt'), 'utf8').catch(() => null),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
