import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from '../basalt/api-client.ts';
import { makeBucketStore } from '../basalt/bucket-store.ts';
import { makeEarlier } from '../basalt/earlier-version.ts';
import { killProcesses, processesOfHome } from '../basalt/home-processes.ts';
import { OWNER } from '../basalt/owner.ts';
import { aMoment, recoverableUntil } from '../basalt/project-backups.ts';
import { freshEnvironment } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);
/** Somebody who is neither root nor known to the machine. */
const SOMEBODY = 10_001;

test.setTimeout(400_000);

/** An empty folder with the package, as `npm install` leaves it. */
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(200_000);
  folder = await mkdtemp(path.join(tmpdir(), 'basalt-package-'));
  // For others than who has installed it, too.
  await chmod(folder, 0o755);
  await run(process.execPath, [path.join(ROOT, 'packaging/make-package.mjs'), folder], { cwd: ROOT });
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  expect((await stat(path.join(folder, tarball))).size).toBeLessThan(25_000_000);
  const install = [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    `./${tarball}`,
  ];
  await run('npm', install, { cwd: folder, maxBuffer: 10_000_000 });
});

test.afterAll(() => rm(folder, { recursive: true, force: true }));

interface Installed {
  origin: string;
  /** Runs a command to its end. Whatever it answers is looked at. */
  basalt(...words: string[]): Promise<{ code: number; stdout: string; output: string }>;
  /** Runs it until it is ready. */
  start(): Promise<{ ended: Promise<unknown>; said: string }>;
}

/** @param uid of whoever types its commands; undefined: whoever runs the tests */
function installed(environment: Record<string, string>, uid?: number): Installed {
  const bin = path.join(folder, 'node_modules/.bin/basalt');
  const options = {
    cwd: folder,
    env: { ...process.env, ...environment, FORCE_COLOR: undefined },
    ...(uid !== undefined && { uid, gid: uid }),
  };
  return {
    origin: `http://127.0.0.1:${environment.BASALT_PORT}`,
    basalt: (...words) =>
      run(bin, words, options).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, output: stdout + stderr }),
        ({ code, stdout, stderr }) => ({ code, stdout, output: stdout + stderr }),
      ),
    start: async () => {
      const server = spawn(bin, [], options);
      let said = '';
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
      const ended = new Promise((end) => server.once('close', end));
      await expect.poll(() => said, { timeout: 120_000 }).toMatch(/Basalt is ready at/);
      return { ended, said };
    },
  };
}

test('the package is installed in an empty folder and runs there, without a checkout or a build', async () => {
  const environment = await freshEnvironment();
  const { basalt, origin, start } = installed(environment);
  try {
    expect((await basalt('--version')).output).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await basalt('--help')).output).toContain('basalt db-url <ref>');
    expect(await basalt('nonsense')).toMatchObject({
      code: 2,
      output: expect.stringMatching(/There is no command nonsense/),
    });
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await basalt('completion', shell)).output).toContain('restore-from');
    expect(await basalt('status')).toMatchObject({ code: 3, output: expect.stringMatching(/does not run/) });

    for (const command of ['backup', 'restore', 'upgrade']) {
      expect(await basalt(command, '--help')).toMatchObject({
        code: 0,
        output: expect.stringMatching(/Ends with 0/),
      });
      expect(await basalt(command, '--nonsense')).toMatchObject({
        code: 2,
        output: expect.stringMatching(/Unknown option '--nonsense'/),
      });
    }
    expect(await basalt('backup')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Start it first/),
    });
    expect((await basalt('upgrade')).output).toContain('there is nothing to upgrade');

    const { ended } = await start();
    expect(await basalt('status')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/APIs of projects: answer\n/),
    });
    expect(await (await fetch(origin)).text()).toContain('<!doctype html>');
    const api = new ApiClient(origin, OWNER.accessToken);
    const { ref } = await api.createProject('Packed');
    expect(await api.rows(ref, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await basalt('db-url', ref)).output).toMatch(/^postgresql:\/\//);

    // A backup of everything, and back to it.
    await api.rows(ref, 'create table stones as select 1 as id');
    const backedUp = await basalt('backup', '--json');
    expect(JSON.parse(backedUp.stdout)).toEqual([{ ref, name: 'Packed', state: 'done', reason: null }]);
    expect(backedUp.code).toBe(0);
    await api.rows(ref, 'drop table stones');
    const { backups } = JSON.parse((await basalt('backup', '--list', ref, '--json')).stdout);
    expect(backups.length).toBeGreaterThan(0);
    expect(await basalt('restore', ref, '--backup', '999')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/no backup with the id 999/),
    });
    const restored = await basalt('restore', ref, '--backup', String(backups[0].id));
    expect(restored).toMatchObject({ code: 0, stdout: `${ref} is restored.\n` });
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(await api.rows(ref, 'select * from stones')).toEqual([{ id: 1 }]);
    expect(await basalt('upgrade')).toMatchObject({
      code: 1,
      output: expect.stringMatching(/is running on/),
    });

    // What an earlier version has left, killed in the midst of its work, is looked at, then brought up to date by a start.
    const server = path.join(folder, 'node_modules/basalt');
    const migrations = path.join(server, 'node_modules/@basalt/platform/src/kernel/migrations');
    await makeEarlier({ home: environment.BASALT_HOME }, migrations, '0060');
    killProcesses(await processesOfHome(environment.BASALT_HOME));
    await ended;
    const facts = async () => JSON.parse((await basalt('upgrade', '--check', '--json')).stdout);
    expect(await facts()).toMatchObject({ state: 'pending', applied: '0060-cache-hits', copies: [] });
    const upgraded = await start();
    expect(upgraded.said).toContain("Keeping a copy of the platform's database");
    expect(await api.rows(ref, 'select * from stones')).toEqual([{ id: 1 }]);
    const { ref: since } = await api.createProject('Made since');
    expect(await basalt('stop')).toMatchObject({ code: 0, output: expect.stringMatching(/Stopped\.\n$/) });
    expect(await upgraded.ended).toBe(0);
    expect(await facts()).toMatchObject({ state: 'current', copies: [{ migration: '0060-cache-hits' }] });

    // And back, as it was before: what was made since is named first.
    expect(await basalt('upgrade', '--back')).toMatchObject({
      code: 1,
      output: expect.stringContaining(`Made since (${since})`),
    });
    expect(await facts()).toMatchObject({ state: 'current' });
    expect(await basalt('upgrade', '--back', '--yes')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Start version \d+\.\d+\.\d+ now/),
    });
    expect(await facts()).toMatchObject({ state: 'pending', applied: '0060-cache-hits' });
    expect(await basalt('upgrade', '--back')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/in the state before the upgrade already/),
    });
    // Killed while the copy is made nothing has changed yet, and the next attempt begins anew.
    const killed = spawn(path.join(folder, 'node_modules/.bin/basalt'), ['upgrade'], {
      cwd: folder,
      env: { ...process.env, ...environment },
    });
    await once(killed.stdout, 'data');
    killProcesses(await processesOfHome(environment.BASALT_HOME));
    await once(killed, 'close');
    expect(await basalt('upgrade')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/is up to date/),
    });
    const again = await start();
    expect(await api.rows(ref, 'select * from stones')).toEqual([{ id: 1 }]);
    expect((await basalt('stop')).code).toBe(0);
    await again.ended;
  } finally {
    killProcesses(await processesOfHome(environment.BASALT_HOME));
    await rm(environment.BASALT_HOME, { recursive: true, force: true });
  }
});

test('its commands work for somebody who is not root, up to an installation from its backups alone', async ({
  api: storeApi,
  basalt: storeBasalt,
}) => {
  // Who is not root can be nobody else, and need not be.
  const uid = process.getuid?.() === 0 ? SOMEBODY : undefined;
  const store = await makeBucketStore(storeApi, storeBasalt, 'Store of a package');
  const first = { ...(await freshEnvironment(uid)), ...store.environment, BASALT_BACKUPS_LOCAL_COPY: 'on' };
  const fresh = { ...(await freshEnvironment(uid)), ...store.environment };
  const homes = [first.BASALT_HOME, fresh.BASALT_HOME];
  try {
    const { basalt, origin, start } = installed(first, uid);
    const { ended } = await start();
    expect(await basalt('status')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/APIs of projects: answer\n/),
    });
    const { uid: owner } = await stat(path.join(first.BASALT_HOME, 'secret.key'));
    expect(owner).toBe(uid ?? process.getuid?.());
    const api = new ApiClient(origin, OWNER.accessToken);
    const { ref } = await api.createProject('Packed');
    expect((await basalt('db-url', ref)).output).toMatch(/^postgresql:\/\//);
    await api.rows(ref, 'create table stones as select 1 as id');
    expect(await basalt('backup', ref)).toMatchObject({ code: 0 });
    await recoverableUntil(api, ref, new Date());
    const moment = await aMoment();
    await api.rows(ref, 'drop table stones');
    await recoverableUntil(api, ref, new Date());
    const back = await basalt('restore', ref, '--at', moment.toISOString());
    expect(back).toMatchObject({ code: 0, stdout: `${ref} is restored.\n` });
    await api.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(await api.rows(ref, 'select * from stones')).toEqual([{ id: 1 }]);

    // What was written last reaches the bucket before the end.
    await api.rows(ref, 'insert into stones values (2)');
    expect(await basalt('stop')).toMatchObject({ code: 0, output: expect.stringMatching(/Stopped\.\n$/) });
    expect(await ended).toBe(0);
    await rm(first.BASALT_HOME, { recursive: true });

    const again = installed(fresh, uid);
    const from = `s3://${store.environment.BASALT_BACKUPS_S3_BUCKET}/of/us`;
    expect(await again.basalt('restore', '--from', 's3://backups/of/others')).toMatchObject({ code: 1 });
    expect(await again.basalt('restore', '--from', from)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/Start it now/),
    });
    expect((await again.basalt('restore', '--from', from)).output).toContain('has been restored already');
    const { ended: over } = await again.start();
    const apiAgain = new ApiClient(again.origin, OWNER.accessToken);
    await apiAgain.waitForStatus(ref, 'ACTIVE_HEALTHY');
    expect(await apiAgain.rows(ref, 'select * from stones order by id')).toEqual([{ id: 1 }, { id: 2 }]);
    expect((await again.basalt('stop')).code).toBe(0);
    await over;
  } finally {
    for (const home of homes) {
      killProcesses(await processesOfHome(home));
      await rm(home, { recursive: true, force: true });
    }
  }
});
