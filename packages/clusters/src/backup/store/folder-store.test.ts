import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BackupStore } from '../ports/backup-store.ts';
import { openFolderStore } from './folder-store.ts';

let folder: string;
let store: BackupStore;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'basalt-store-')), 'backups');
  store = await openFolderStore(folder);
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

const keys = async (prefix: string) => (await store.list(prefix)).map(({ key }) => key);

test('what was put is read, listed by key and replaced as a whole', async () => {
  expect(await store.put('abc/wal/2', Buffer.from('two'))).toBe(3);
  expect(await store.put('abc/base/1', Readable.from([Buffer.from('on'), Buffer.from('e')]))).toBe(3);
  await store.put('abc/base/1', Buffer.from('newer'));
  await store.put('abcd/x', Buffer.alloc(0));
  expect(await text(await store.read('abc/base/1'))).toBe('newer');
  expect(await store.stat('abc/base/1')).toMatchObject({ key: 'abc/base/1', bytes: 5 });
  expect(await store.stat('abc/base')).toBeNull();
  expect(await keys('')).toEqual(['abc/base/1', 'abc/wal/2', 'abcd/x']);
  expect(await keys('abc/')).toEqual(['abc/base/1', 'abc/wal/2']);
  expect(await keys('abc')).toEqual(['abc/base/1', 'abc/wal/2', 'abcd/x']);
  expect(await keys('abc/base/1')).toEqual(['abc/base/1']);
  expect(await keys('nothing/here')).toEqual([]);
  await expect(store.read('abc/none')).rejects.toMatchObject({ code: 'not_found' });
  await expect(store.read('abc/base/1/below')).rejects.toMatchObject({ code: 'not_found' });
  expect(await store.freeBytes()).toBeGreaterThan(0);
});

test('an object under a second key is the same bytes, written once, and outlives the first', async () => {
  await store.put('abc/one', Buffer.from('one'));
  await store.put('def/two', Buffer.from('former'));
  await store.copy('abc/one', 'def/two');
  await store.copy('abc/one', 'def/two');
  const [one, two] = await Promise.all(['abc/one', 'def/two'].map((key) => stat(join(folder, key))));
  expect(two?.ino).toBe(one?.ino);
  await store.put('abc/one', Buffer.from('another'));
  await store.remove('abc/');
  expect(await text(await store.read('def/two'))).toBe('one');
  await expect(store.copy('abc/one', 'def/three')).rejects.toMatchObject({ code: 'not_found' });
  expect(await keys('')).toEqual(['def/two']);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('only we may read it', async () => {
  await store.put('abc/one', Buffer.from('1'));
  await store.write('abc/two', 0, Buffer.from('2'));
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, 'abc'))).mode & 0o777).toBe(0o700);
  for (const name of ['one', 'two']) expect((await stat(join(folder, 'abc', name))).mode & 0o777).toBe(0o600);
});

test('an object grows in place and keeps what comes after', async () => {
  await store.write('abc/grows', 0, Buffer.from('hello world'));
  await store.write('abc/grows', 6, Buffer.from('there'));
  await store.write('abc/grows', 11, Buffer.from('!'));
  expect(await text(await store.read('abc/grows'))).toBe('hello there!');
});

test('a source that fails leaves the old object and nothing else', async () => {
  await store.put('abc/one', Buffer.from('old'));
  const failing = Readable.from(
    (async function* () {
      yield Buffer.from('half');
      throw new Error('the source died');
    })(),
  );
  await expect(store.put('abc/one', failing)).rejects.toThrow('the source died');
  expect(await readFile(join(folder, 'abc', 'one'), 'utf8')).toBe('old');
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('what a killed process left unfinished is in no list, and gone at the next opening', async () => {
  const left = join(folder, '.unfinished', '.unfinished-999999999-00000000-000000000000-data.tar.zst');
  await writeFile(left, 'half');
  expect(await keys('')).toEqual([]);
  await openFolderStore(folder);
  expect(await readdir(join(folder, '.unfinished'))).toEqual([]);
});

test('a prefix that ends with a slash removes a folder, another one only what begins so', async () => {
  for (const key of ['abc/wal/1.zst', 'abc/wal/1.partial', 'abc/wal/2.zst', 'other/x'])
    await store.put(key, Buffer.from(key));
  await store.remove('abc/wal/1');
  expect(await keys('')).toEqual(['abc/wal/2.zst', 'other/x']);
  await store.remove('abc/');
  await store.remove('abc/');
  expect(await readdir(folder)).toEqual(['.unfinished', 'other']);
});

test.each([
  '../out',
  'abc/../../out',
  '/etc/passwd',
  'abc//x',
  '.hidden',
  'abc/.',
  'abc/x\0y',
  'abc/ü',
  '',
  'abc/',
])('the key "%s" is refused', async (key) => {
  await mkdir(join(folder, 'abc'));
  for (const attempt of [
    () => store.put(key, Buffer.from('x')),
    () => store.read(key),
    () => store.stat(key),
    () => store.write(key, 0, Buffer.from('x')),
  ])
    await expect((async () => attempt())()).rejects.toThrow(TypeError);
  if (key !== '' && key !== 'abc/') await expect(store.remove(key)).rejects.toThrow(TypeError);
});
