import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from '../basalt/api-client.ts';
import { makeEarlier } from '../basalt/earlier-version.ts';
import { killProcesses, processesOfHome } from '../basalt/home-processes.ts';
import { OWNER } from '../basalt/owner.ts';
import { freshEnvironment } from '../basalt/start-basalt.ts';
import { expect, test } from '../basalt/test.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const run = promisify(execFile);

test.setTimeout(400_000);

test('the package is installed in an empty folder and runs there, without a checkout or a build', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'basalt-package-'));
  const environment = await freshEnvironment();
  const env = { ...process.env, ...environment, FORCE_COLOR: undefined };
  const basalt = async (...words: string[]) => {
    const bin = path.join(folder, 'node_modules/.bin/basalt');
    // Whatever it answers is looked at.
    return run(bin, words, { cwd: folder, env }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, output: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, output: stdout + stderr }),
    );
  };
  try {
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
    await run('npm', install, { cwd: folder, env, maxBuffer: 10_000_000 });

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

    const start = async () => {
      const server = spawn(path.join(folder, 'node_modules/.bin/basalt'), [], { cwd: folder, env });
      let said = '';
      for (const stream of [server.stdout, server.stderr])
        stream.on('data', (chunk: Buffer) => {
          said += chunk.toString();
        });
      const ended = new Promise((end) => server.once('close', end));
      await expect.poll(() => said, { timeout: 120_000 }).toMatch(/Basalt is ready at/);
      return { ended, said };
    };
    const { ended } = await start();
    expect(await basalt('status')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/APIs of projects: answer\n/),
    });
    const origin = `http://127.0.0.1:${environment.BASALT_PORT}`;
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
    const killed = spawn(path.join(folder, 'node_modules/.bin/basalt'), ['upgrade'], { cwd: folder, env });
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
    await rm(folder, { recursive: true, force: true });
  }
});
