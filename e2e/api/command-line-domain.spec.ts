import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMAND_LINE, openCommandLine } from '../basalt/command-line.ts';
import { testOnOwnServer } from '../basalt/own-server.ts';
import { expect } from '../basalt/test.ts';
import { usualHttps } from '../basalt/usual-https.ts';

const DOMAIN = 'projects.quarry.test';

const test = testOnOwnServer(async () => ({ BASALT_PROJECT_DOMAIN: DOMAIN }));

test('on a project below the domain of the installation, the public command line works with files after link', async ({
  basalt,
  api,
}) => {
  test.skip(COMMAND_LINE === null, 'There is no command line for this machine.');
  test.setTimeout(120_000);
  const { ref } = await api.createProject('Below a domain');
  const { stop, ...options } = await usualHttps(basalt, `${ref}.${DOMAIN}`, '127.0.0.2');
  test.skip(
    stop === null,
    'Only root can give a program the usual port of HTTPS and a list of hosts of its own.',
  );
  const commandLine = await openCommandLine(basalt.origin, { ...options, projectHost: DOMAIN });
  const { write, run, folder } = commandLine;
  const read = (name: string) => readFile(path.join(folder, name), 'utf8');
  await write('supabase/config.toml', 'project_id = "journey"\n[storage.buckets.rocks]\n');
  await write('one.txt', 'one');
  const storage = async (...args: string[]) => {
    const { code, output } = await run('storage', ...args, '--experimental', '--remote');
    expect([args.join(' '), code, code === 0 || output]).toEqual([args.join(' '), 0, true]);
    return output;
  };

  const linked = await run('link', '--project-ref', ref);
  expect([linked.code, linked.output]).toEqual([0, expect.stringContaining('Finished')]);
  // It has asked the services of the project which versions they are.
  for (const service of ['rest', 'gotrue', 'storage'])
    expect(await read(`supabase/.temp/${service}-version`)).toMatch(/^v\d+\.\d+/);
  expect((await run('seed', 'buckets', '--remote')).code).toBe(0);
  expect(await storage('ls')).toContain('rocks/');
  await storage('cp', 'one.txt', 'ss:///rocks/first/one.txt');
  await storage('mv', 'ss:///rocks/first/one.txt', 'ss:///rocks/second/two.txt');
  expect(await storage('ls', 'ss:///rocks/', '--recursive')).toContain('second/two.txt');
  await storage('cp', 'ss:///rocks/second/two.txt', 'back.txt');
  expect(await read('back.txt')).toBe('one');
  await storage('rm', 'ss:///rocks/second/two.txt');
  expect(await storage('ls', 'ss:///rocks/', '--recursive')).not.toContain('two.txt');
  const missing = await run(
    'storage',
    'cp',
    'ss:///rocks/none.txt',
    'none.txt',
    '--experimental',
    '--remote',
  );
  expect([missing.code, missing.output]).toEqual([1, expect.stringMatching(/not found/i)]);
  stop?.();
  await commandLine.dispose();
});
