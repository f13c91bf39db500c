import { chmod, mkdir, mkdtemp, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runsAsRoot } from '../owners/access.ts';
import { firstBarrier, openRoot } from './root.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp('/tmp/root-test-');
  await chmod(folder, 0o711);
});
afterEach(() => rm(folder, { recursive: true }));

test('a new data folder is made, marked, and found again', async () => {
  const home = join(folder, 'home');
  const root = await openRoot(home);
  expect(root).toEqual({ path: home, relocated: false });
  expect(JSON.parse(await readFile(join(home, 'layout.json'), 'utf8'))).toEqual({ format: 1 });
  expect(await openRoot(home)).toEqual(root);
});

test('the data folder of a newer program is refused', async () => {
  await writeFile(join(folder, 'layout.json'), '{"format":2}');
  await expect(openRoot(folder)).rejects.toThrow(/written by a newer version of Basalt \(layout 2/);
});

test('a data folder that is a file is refused with a sentence', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(openRoot(join(folder, 'file'))).rejects.toThrow(/cannot be used \(EEXIST\)/);
});

describe.skipIf(!runsAsRoot)('when root keeps the data folder where others cannot pass', () => {
  let home: string;
  let elsewhere: string;
  beforeEach(async () => {
    home = join(folder, 'private', 'home');
    elsewhere = join(folder, 'elsewhere');
    await mkdir(join(folder, 'private'), { mode: 0o700 });
  });

  test('clusters live elsewhere, also at later starts, even if the way has become free', async () => {
    const root = await openRoot(home, elsewhere);
    expect(root.relocated).toBe(true);
    expect(root.path.startsWith(`${elsewhere}/`)).toBe(true);
    expect(await readlink(join(home, 'clusters-root'))).toBe(root.path);
    expect(await firstBarrier(root.path)).toBeNull();
    await chmod(join(folder, 'private'), 0o755);
    expect(await openRoot(home, elsewhere)).toEqual(root);
  });

  test('a data folder made anew does not get the clusters of the deleted one', async () => {
    const old = await openRoot(home, elsewhere);
    await rm(home, { recursive: true });
    expect((await openRoot(home, elsewhere)).path).not.toBe(old.path);
  });

  test('when the clusters are gone the answer names the link and where it points', async () => {
    const root = await openRoot(home, elsewhere);
    await rm(root.path, { recursive: true });
    await expect(openRoot(home, elsewhere)).rejects.toThrow(`in ${root.path}, which is missing`);
  });

  test('clusters that were inside before are not left behind: the barrier is named', async () => {
    await chmod(join(folder, 'private'), 0o711);
    await openRoot(home, elsewhere);
    await chmod(join(folder, 'private'), 0o700);
    await expect(openRoot(home, elsewhere)).rejects.toThrow(`chmod o+x ${join(folder, 'private')}`);
    expect((await stat(join(home, 'layout.json'))).isFile()).toBe(true);
  });
});
