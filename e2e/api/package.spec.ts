import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ApiClient } from '../basalt/api-client.ts';
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
      ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
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

    const server = spawn(path.join(folder, 'node_modules/.bin/basalt'), [], { cwd: folder, env });
    let said = '';
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const ended = new Promise((end) => server.once('close', end));
    await expect.poll(() => said, { timeout: 120_000 }).toMatch(/Basalt is ready at/);
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
    expect(await basalt('stop')).toMatchObject({ code: 0, output: expect.stringMatching(/Stopped\.\n$/) });
    expect(await ended).toBe(0);
  } finally {
    killProcesses(await processesOfHome(environment.BASALT_HOME));
    await rm(environment.BASALT_HOME, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
});
