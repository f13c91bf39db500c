import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runsAsRoot } from '../owners/access.ts';
import { findHierarchies } from './control-groups.ts';
import { ResourceLimits } from './resource-limits.ts';

// On a made-up tree of control groups: the real one of this machine is not ours to change.
let mount: string;
beforeEach(async () => {
  mount = await mkdtemp(join(tmpdir(), 'basalt-groups-'));
});
afterEach(() => rm(mount, { recursive: true }));

async function tree(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(mount, path)), { recursive: true });
    await writeFile(join(mount, path), text);
  }
}

const VERSION_2 = { 'cgroup.controllers': 'cpuset cpu io memory pids\n', 'cgroup.procs': '' };
const SERVICE = { own: '0::/system.slice/basalt.service\n' };
const find = () => findHierarchies(mount, join(mount, 'own'));

describe.runIf(runsAsRoot)('limits', () => {
  test('of version 2 are there for a service that has none itself', async () => {
    await tree({ ...VERSION_2, ...SERVICE, 'system.slice/basalt.service/memory.max': 'max\n' });
    expect(await find()).toHaveLength(1);
  });

  test.each([
    ['its memory', 'system.slice/basalt.service/memory.max', '1073741824\n'],
    ['the processors of the slice around it', 'system.slice/cpu.max', '50000 100000\n'],
  ])('are left alone where somebody limits %s', async (_what, path, text) => {
    await tree({ ...VERSION_2, ...SERVICE, [path]: text });
    expect(await find()).toEqual([]);
  });

  test('of version 1 are there only for processes of the root group', async () => {
    await tree({ 'memory/cgroup.procs': '', 'cpu/cgroup.procs': '', own: '4:memory:/\n1:cpu,cpuacct:/\n' });
    expect(await find()).toHaveLength(2);
    await tree({ own: '4:memory:/somebody/s\n1:cpu,cpuacct:/\n' });
    expect(await find()).toEqual([]);
  });

  test('are not there without control groups', async () => {
    expect(await find()).toEqual([]);
    await tree(SERVICE);
    expect(await find()).toEqual([]);
  });

  test('are written for a server and its children, in a group that no other installation has', async () => {
    await tree({ ...VERSION_2, ...SERVICE });
    const logged: string[] = [];
    const limits = (root: string) =>
      new ResourceLimits(root, (_level, _fields, text) => logged.push(text), find());
    await limits('/one').apply('abc', 4_194_304, { memoryMb: 1024, cpus: 0.5 });
    await limits('/two').apply('abc', 4_194_304, { memoryMb: 2048, cpus: 2 });
    const groups = (await readdir(join(mount, 'basalt'), { withFileTypes: true }))
      .filter((entry) => entry.isDirectory())
      .map((entry) => join(mount, 'basalt', entry.name));
    expect(groups).toHaveLength(2);
    const contents = await Promise.all(
      groups.map(async (group) => ({
        memory: await readFile(join(group, 'memory.max'), 'utf8'),
        cpu: await readFile(join(group, 'cpu.max'), 'utf8'),
        members: await readFile(join(group, 'cgroup.procs'), 'utf8'),
      })),
    );
    expect(contents).toContainEqual({ memory: '1073741824', cpu: '50000 100000', members: '4194304' });
    expect(contents).toContainEqual({ memory: '2147483648', cpu: '200000 100000', members: '4194304' });
    expect(await readFile(join(mount, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +cpu');
    expect(logged).toEqual([]);
  });

  test('that cannot be written are told, and the start goes on', async () => {
    await tree({ ...VERSION_2, ...SERVICE, basalt: 'a file in the way' });
    const logged: string[] = [];
    const limits = new ResourceLimits('/one', (level) => logged.push(level), find());
    await limits.apply('abc', 4_194_304, { memoryMb: 1024, cpus: 1 });
    await limits.release('abc');
    expect(logged).toEqual(['warn']);
  });
});
