import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objectsFolder, removeObjects } from './objects-folder.ts';

test('the objects of one project go, those of others stay, and what is gone already is no obstacle', async () => {
  const home = { path: await mkdtemp(path.join(tmpdir(), 'home-')), logs: '' };
  for (const ref of ['one', 'two']) {
    await mkdir(path.join(objectsFolder(home), ref, 'objects/aa'), { recursive: true });
    await writeFile(path.join(objectsFolder(home), ref, 'objects/aa/x'), 'x');
  }
  await removeObjects(home, 'one');
  await removeObjects(home, 'one');
  expect(await readdir(objectsFolder(home))).toEqual(['two']);
  await rm(home.path, { recursive: true });
});
