import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHome } from './home.ts';
import { lockHome } from './home-lock.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'basalt-home-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('openHome', () => {
  it('creates the folder and can open it again', async () => {
    const target = path.join(directory, 'a', 'b');
    await openHome(target);
    expect((await openHome(target)).path).toBe(target);
  });

  it('refuses a folder that a newer Basalt wrote', async () => {
    await writeFile(path.join(directory, 'format.json'), '{"format": 99}');
    await expect(openHome(directory)).rejects.toThrow(/was written by a newer Basalt \(format 99/);
  });

  it('refuses a damaged folder and a file', async () => {
    await writeFile(path.join(directory, 'format.json'), 'not json');
    await expect(openHome(directory)).rejects.toThrow(/is damaged/);
    const file = path.join(directory, 'file');
    await writeFile(file, '');
    await expect(openHome(file)).rejects.toThrow(/is not a folder/);
  });
});

it.runIf(process.platform === 'linux')(
  'openHome refuses a place where nobody can make a folder',
  async () => {
    await expect(openHome('/proc/basalt/home')).rejects.toThrow(/cannot be written/);
  },
);

describe('the mode of the folder', () => {
  const modeOf = async (folder: string) => (await stat(folder)).mode & 0o7777;

  it('lets database users through a new one and an empty one', async () => {
    const made = path.join(directory, 'new');
    await openHome(made);
    expect(await modeOf(made)).toBe(0o711);
    const empty = path.join(directory, 'empty');
    await mkdir(empty, { mode: 0o700 });
    await openHome(empty);
    expect(await modeOf(empty)).toBe(0o711);
  });

  it('stays as it is where somebody keeps other things', async () => {
    const theirs = path.join(directory, 'theirs');
    await mkdir(theirs);
    await chmod(theirs, 0o1777);
    await writeFile(path.join(theirs, 'letter.txt'), '');
    await openHome(theirs);
    expect(await modeOf(theirs)).toBe(0o1777);
  });

  it('keeps logs from other users', async () => {
    const { logs } = await openHome(directory);
    expect(await modeOf(logs)).toBe(0o700);
  });
});

describe('lockHome', () => {
  it('lets one in, names it to the next, and lets the next in afterwards', async () => {
    const home = await openHome(directory);
    const unlock = await lockHome(home);
    await expect(lockHome(home)).rejects.toThrow(`process ${process.pid}`);
    await unlock();
    await (await lockHome(home))();
  });

  it('lets in one of many that come at once', async () => {
    const home = await openHome(directory);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockHome(home)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux')(
    'takes over from a process that has ended and that nobody has asked about',
    async () => {
      const home = await openHome(directory);
      // The shell becomes a program that does not ask for its child, and then the child ends.
      const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const [line] = await once(parent.stdout, 'data');
      const pid = Number(String(line).trim());
      const stateOf = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1];
      await expect.poll(stateOf).toMatch(/^Z/);
      const startedAt = (await stateOf())?.split(' ')[19];
      await writeFile(path.join(directory, 'supervisor.lock'), JSON.stringify({ pid, startedAt }));
      await (await lockHome(home))();
      parent.kill();
    },
  );

  it.each([
    ['a process that is gone', JSON.stringify({ pid: 4_194_303, startedAt: '1' })],
    ['a number that belongs to another process now', JSON.stringify({ pid: process.ppid, startedAt: '1' })],
    ['a half-written file', '{"pid":'],
  ])('takes over from %s', async (_case, text) => {
    const home = await openHome(directory);
    await writeFile(path.join(directory, 'supervisor.lock'), text);
    await (await lockHome(home))();
  });
});
