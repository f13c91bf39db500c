import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copyObjects, objectsFolder, removeObjects } from './objects-folder.ts';

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

test('a project is given the objects of another one, once and again, and they outlive the other', async () => {
  const home = { path: await mkdtemp(path.join(tmpdir(), 'home-')), logs: '' };
  const place = (ref: string, file = '') => path.join(objectsFolder(home), ref, 'objects', file);
  await mkdir(place('one', 'aa/bb'), { recursive: true });
  await mkdir(place('one', 'cc/dd'), { recursive: true });
  await writeFile(place('one', 'aa/bb/x'), 'first');
  await copyObjects(home, 'one', 'two');
  await writeFile(place('one', 'cc/dd/y'), 'second');
  await copyObjects(home, 'one', 'two');
  await copyObjects(home, 'none', 'three');
  await removeObjects(home, 'one');
  expect((await readdir(place('two'), { recursive: true })).sort()).toEqual([
    'aa',
    'aa/bb',
    'aa/bb/x',
    'cc',
    'cc/dd',
    'cc/dd/y',
  ]);
  expect(await readFile(place('two', 'aa/bb/x'), 'utf8')).toBe('first');
  expect(await readdir(path.join(objectsFolder(home), 'three'))).toEqual([]);
  await rm(home.path, { recursive: true });
});
