import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { withClient } from '@basalt/postgres';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { readRecord } from './data/cluster-record.ts';
import { hostPid } from './host-pid-for-test.ts';
import { ownerOf, runsAsRoot } from './owners/access.ts';
import { processes, signal } from './processes/processes.ts';
import { freePort, occupyPort } from './server/free-port.ts';
import { postmasterFilePath } from './server/postmaster-file.ts';
import { project, useTestDriver } from './test-driver.ts';

const context = useTestDriver();
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await context.driver.remove('abc');
});

async function answers(ref: string): Promise<unknown> {
  const { address } = await context.driver.start(ref);
  return withClient(address, async (client) => (await client.query('select text from marker')).rows[0].text);
}

test('a creation that was cut short leaves no cluster, and the next one starts from nothing', async () => {
  const folder = join(context.driver.root, 'projects', 'abc');
  await mkdir(join(folder, 'data', 'base'), { recursive: true });
  await writeFile(join(folder, 'data', 'PG_VERSION'), '17\n');
  expect(await context.driver.status('abc')).toBe('absent');
  expect(await context.driver.list()).toEqual([]);
  await context.driver.create(project('abc'));
  expect(await answers('abc')).toBe('from the template');
});

test.each([5, 20, 45])('a creation whose process was killed after %i ms is repaired', async (ms) => {
  const creator = spawn(process.execPath, [fileURLToPath(new URL('./start-for-test.ts', import.meta.url))], {
    env: {
      ...process.env,
      TEST_HOME: context.home.home,
      TEST_SHARED: context.home.shared,
      TEST_REF: 'abc',
      TEST_ACTION: 'create',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(creator);
  await once(creator.stdout, 'data');
  await sleep(ms);
  creator.kill('SIGKILL');
  await once(creator, 'exit');
  await context.driver.create(project('abc'));
  expect(await answers('abc')).toBe('from the template');
});

test('a template whose maker was killed is made anew, and its server and folder are gone', async () => {
  const shared = join(context.home.home, 'own-cache');
  const maker = spawn(process.execPath, [fileURLToPath(new URL('./start-for-test.ts', import.meta.url))], {
    env: {
      ...process.env,
      TEST_HOME: context.home.home,
      TEST_SHARED: shared,
      TEST_REF: 'abc',
      TEST_ACTION: 'create',
      TEST_SLOW_SCRIPT: 'yes',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(maker);
  await once(maker.stdout, 'data');
  const templates = join(shared, 'templates');
  const unfinished = async () =>
    (await readdir(templates).catch(() => [])).find((name) => name.startsWith('.unfinished'));
  const serves = async () => {
    const folder = join(templates, (await unfinished()) ?? 'none');
    const log = await readFile(join(folder, 'log'), 'utf8').catch(() => '');
    return log.includes('ready to accept connections');
  };
  await expect.poll(serves, { timeout: 20_000 }).toBe(true);
  maker.kill('SIGKILL');
  await once(maker, 'exit');
  expect(await processes.inside(templates)).not.toEqual([]);

  const next = await context.open({ shared });
  await expect.poll(unfinished, { timeout: 10_000 }).toBeUndefined();
  expect(await processes.inside(templates)).toEqual([]);
  await next.create(project('abc'));
  expect(await answers('abc')).toBe('from the template');
});

test.each([0, 150, 400, 900])(
  'a driver that is closed %i ms into building a template leaves nothing of it',
  async (delay) => {
    const shared = join(context.home.home, `closed-${delay}`);
    const slow = { name: 'slow', sql: 'select pg_sleep(60)' };
    const driver = await context.open({ shared, scripts: () => [slow] });
    const prepared = driver.prepare(17).catch((error: unknown) => error);
    await sleep(delay);
    await driver.close();
    expect(await prepared).toBeInstanceOf(Error);
    expect(await processes.inside(shared)).toEqual([]);
    expect(await readdir(join(shared, 'templates')).catch(() => [])).not.toContainEqual(
      expect.stringMatching(/^\.unfinished/),
    );
  },
);

test.skipIf(runsAsRoot)(
  'the pid file of a dead server whose pid belongs to another process now does not matter',
  async () => {
    const { driver } = context;
    await driver.create(project('abc'));
    const { pid } = await driver.start('abc');
    const data = join(driver.root, 'projects', 'abc', 'data');
    const left = await readFile(postmasterFilePath(data), 'utf8');
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => processes.inside(data)).toEqual([]);
    // The same user as the server's: PostgreSQL by itself would refuse.
    const stranger = spawn('sleep', ['60'], { cwd: '/' });
    children.push(stranger);
    await once(stranger, 'spawn');
    await writeFile(postmasterFilePath(data), left.replace(/^\d+/, String(stranger.pid)));

    expect(await driver.status('abc')).toBe('stopped');
    await driver.stop('abc');
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
    expect(await answers('abc')).toBe('from the template');
  },
);

test.skipIf(!runsAsRoot)(
  'what a killed server has left behind under its user ends before the next start',
  async () => {
    const { driver } = context;
    await driver.create(project('abc'));
    const { pid } = await driver.start('abc');
    const { uid = null } = (await readRecord(join(driver.root, 'projects', 'abc', 'cluster.json'))) ?? {};
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => driver.status('abc')).toBe('stopped');
    const survivor = spawn('sleep', ['60'], { cwd: '/', ...ownerOf(uid) });
    children.push(survivor);
    await once(survivor, 'spawn');
    expect(await answers('abc')).toBe('from the template');
    expect(survivor.signalCode).toBe('SIGKILL');
  },
);

test('a port that another program uses is named; once it is free the start works', async () => {
  const { port, server } = await occupyPort();
  await context.driver.create(project('abc', { port }));
  await expect(context.driver.start('abc')).rejects.toMatchObject({
    code: 'port_in_use',
    message: `The database abc cannot start because another program uses port ${port}: stop that program and try again.`,
  });
  expect(await context.driver.status('abc')).toBe('stopped');
  await new Promise((resolve) => server.close(resolve));
  expect(await answers('abc')).toBe('from the template');
});

test('a session that will not end delays neither the stop nor the next start for good', async () => {
  const hasty = await context.open({ stopPatience: { fastMs: 100, immediateMs: 100 } });
  await hasty.create(project('abc'));
  const { address } = await hasty.start('abc');
  const frozen = new pg.Client(address);
  frozen.on('error', () => undefined);
  await frozen.connect();
  const { rows } = await frozen.query('select pg_backend_pid() as pid');
  const backend = await hostPid((await hasty.start('abc')).pid, rows[0].pid);
  process.kill(backend, 'SIGSTOP');
  await hasty.stop('abc');
  expect(await hasty.status('abc')).toBe('stopped');
  // The frozen session still holds the shared memory of its dead server.
  const starting = hasty.start('abc');
  await sleep(200);
  signal(backend, 'SIGCONT'); // where servers have their own view of processes it has ended with the others
  await starting;
  await frozen.end();
  expect(await answers('abc')).toBe('from the template');
});

test('a stop returns when nothing of the server is left, not only its first process', async () => {
  const { driver } = context;
  await driver.create(project('abc'));
  for (let round = 0; round < 3; round += 1) {
    const { pid, address } = await driver.start('abc');
    const clients = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const client = new pg.Client(address);
        client.on('error', () => undefined);
        await client.connect();
        return client;
      }),
    );
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    const all = [pid, ...children.split(' ').filter(Boolean).map(Number)];
    await driver.stop('abc');
    const left = await Promise.all(all.map((each) => processes.identity(each)));
    expect(left.filter((each) => each !== null)).toEqual([]);
    await Promise.all(clients.map((client) => client.end()));
  }
});

test('pipes in the place of small files do not keep a server from starting', async () => {
  const { driver } = context;
  await driver.create(project('abc'));
  const data = join(driver.root, 'projects', 'abc', 'data');
  const { uid, gid } = await stat(data);
  for (const name of ['postmaster.pid', 'postmaster.opts', 'backup_label', 'recovery.signal']) {
    await rm(join(data, name), { force: true });
    execFileSync('/usr/bin/mkfifo', [join(data, name)]);
    await chown(join(data, name), uid, gid);
  }
  expect(await answers('abc')).toBe('from the template');
});

test('a damaged data directory is reported in the words of the log, and can be removed', async () => {
  const { driver } = context;
  await driver.create(project('abc', { port: await freePort() }));
  await rm(join(driver.root, 'projects', 'abc', 'data', 'global', 'pg_control'));
  await expect(driver.start('abc')).rejects.toThrow(
    /^The database abc did not start\. Its log says: .*pg_control/,
  );
  await driver.remove('abc');
  expect(existsSync(join(driver.root, 'projects', 'abc'))).toBe(false);
});

test('a cluster of a newer program is left alone', async () => {
  const { driver } = context;
  await driver.create(project('abc'));
  const record = join(driver.root, 'projects', 'abc', 'cluster.json');
  await writeFile(record, (await readFile(record, 'utf8')).replace('"format": 1', '"format": 3'));
  await expect(driver.start('abc')).rejects.toThrow(/written by a newer version of Basalt/);
  await expect(driver.create(project('abc'))).rejects.toThrow(/written by a newer version of Basalt/);
});
