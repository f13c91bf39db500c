import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupStore } from '../ports/backup-store.ts';
import { testBackupStore } from './backup-store.cases.ts';
import { openFolderStore } from './folder-store.ts';

let folder: string;
let store: BackupStore;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'basalt-store-')), 'backups');
  store = await openFolderStore(folder);
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

testBackupStore({ open: () => openFolderStore(folder) });

test('the disk tells how much it can take', async () => expect(await store.freeBytes()).toBeGreaterThan(0));

test('an object under a second key is written once', async () => {
  await store.put('abc/one', Buffer.from('one'));
  await store.copy('abc/one', 'def/two');
  const [one, two] = await Promise.all(['abc/one', 'def/two'].map((key) => stat(join(folder, key))));
  expect(two?.ino).toBe(one?.ino);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('only we may read it', async () => {
  await store.put('abc/one', Buffer.from('1'));
  await store.write('abc/two', 0, Buffer.from('2'));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'abc'))).mode & 0o777).toBe(0o700);
  for (const name of ['one', 'two']) expect((await stat(join(folder, 'abc', name))).mode & 0o777).toBe(0o600);
});

test('a source that fails leaves no file', async () => {
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('the source died');
    })(),
  );
  await expect(store.put('abc/one', failing)).rejects.toThrow('the source died');
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('what a killed process left unfinished is in no list, and gone at the next opening', async () => {
  const left = join(folder, '.unfinished', '.unfinished-999999999-00000000-000000000000-data.tar.zst');
  await writeFile(left, 'half');
  expect(await store.list('')).toEqual([]);
  await openFolderStore(folder);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('a folder that is empty goes', async () => {
  await store.put('abc/wal/1', Buffer.from('1'));
  await store.put('other/x', Buffer.from('x'));
  await store.remove('abc/');
  expect(await readdir(folder)).toEqual(['.unfinished', 'other']);
});
