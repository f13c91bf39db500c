import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { newSealingKey, sealingWith } from '@basalt/object-store/sealing';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BackupStore } from '../ports/backup-store.ts';
import { type BucketStoreOptions, openBucketStore } from './bucket-store.ts';

/** The same for a bucket, which an endpoint of the S3 protocol holds. It is empty below the prefix. */
export function testBucketStore(bucket: () => Omit<BucketStoreOptions, 'sealing'>): void {
  let key: string;
  beforeAll(async () => {
    key = await newSealingKey();
  });
  const options = () => ({ ...bucket(), sealing: null });
  const open = async (secret = key) => openBucketStore({ ...bucket(), sealing: await sealingWith(secret) });
  describe('as it is', () => testBackupStore({ open: async () => openBucketStore(options()) }));
  describe('encrypted', () => testBackupStore({ open }));

  test('what is encrypted is read with its key only', async () => {
    const sealed = await open();
    await sealed.put('abc/one', Buffer.from('secret'));
    await sealed.write('abc/grows', 0, Buffer.from('secret'));
    expect((await sealed.list('')).map(({ bytes }) => bytes)).toEqual([6, 6]);
    const plain = openBucketStore(options());
    expect(await text(await plain.read('abc/one'))).not.toContain('secret');
    const other = await open(await newSealingKey());
    const read = async (of: BackupStore, name: string) => text(await of.read(name));
    for (const name of ['abc/one', 'abc/grows'])
      await expect(read(other, name)).rejects.toMatchObject({
        code: 'damaged',
        message: expect.stringContaining('cannot be decrypted'),
      });
    await sealed.remove('');
  });

  test('what came out of a folder whole goes on growing in a bucket', async () => {
    const store = openBucketStore(options());
    await store.put('abc/grows', Buffer.from('hello world'));
    await store.write('abc/grows', 6, Buffer.from('there!'));
    expect(await text(await openBucketStore(options()).read('abc/grows'))).toBe('hello there!');
    await store.remove('abc/');
    expect(await store.list('')).toEqual([]);
  });
}

/** What every store of backups does. */
export function testBackupStore({ open }: { open: () => Promise<BackupStore> }): void {
  let store: BackupStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(() => store.remove(''));

  const keys = async (prefix: string) => (await store.list(prefix)).map(({ key }) => key);

  test('what was put is read, listed by key and replaced as a whole', async () => {
    expect(await store.put('abc/wal/2', Buffer.from('two'))).toBe(3);
    expect(await store.put('abc/base/1', Readable.from([Buffer.from('on'), Buffer.from('e')]))).toBe(3);
    await store.put('abc/base/1', Buffer.from('newer'));
    await store.put('abcd/x', Buffer.alloc(0));
    expect(await text(await store.read('abc/base/1'))).toBe('newer');
    expect(await text(await store.read('abcd/x'))).toBe('');
    expect(await store.stat('abc/base/1')).toMatchObject({ key: 'abc/base/1', bytes: 5 });
    expect(await store.stat('abc/base')).toBeNull();
    expect(await keys('')).toEqual(['abc/base/1', 'abc/wal/2', 'abcd/x']);
    expect(await keys('abc/')).toEqual(['abc/base/1', 'abc/wal/2']);
    expect(await keys('abc')).toEqual(['abc/base/1', 'abc/wal/2', 'abcd/x']);
    expect(await keys('abc/base/1')).toEqual(['abc/base/1']);
    expect(await keys('nothing/here')).toEqual([]);
    await expect(store.read('abc/none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.read('abc/base/1/below')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('an object under a second key outlives the first', async () => {
    await store.put('abc/one', Buffer.from('one'));
    await store.put('def/two', Buffer.from('former'));
    await store.copy('abc/one', 'def/two');
    await store.copy('abc/one', 'def/two');
    await store.put('abc/one', Buffer.from('another'));
    await store.remove('abc/');
    expect(await text(await store.read('def/two'))).toBe('one');
    await expect(store.copy('abc/one', 'def/three')).rejects.toMatchObject({ code: 'not_found' });
    expect(await keys('')).toEqual(['def/two']);
  });

  test('an object grows in place and keeps what comes after', async () => {
    await store.write('abc/grows', 0, Buffer.from('hello world'));
    await store.write('abc/grows', 6, Buffer.from('there'));
    await store.write('abc/grows', 11, Buffer.from('!'));
    expect(await text(await store.read('abc/grows'))).toBe('hello there!');
    expect(await keys('abc/')).toEqual(['abc/grows']);
    // As another process finds it.
    store = await open();
    for (let at = 12; at < 60; at++) await store.write('abc/grows', at, Buffer.from('-'));
    await store.write('abc/grows', 0, Buffer.from('H'));
    expect(await text(await (await open()).read('abc/grows'))).toBe(`Hello there!${'-'.repeat(48)}`);
    expect(await store.stat('abc/grows')).toMatchObject({ key: 'abc/grows', bytes: 60 });
    await store.remove('abc/grows');
    await store.write('abc/grows', 0, Buffer.from('anew'));
    expect(await text(await store.read('abc/grows'))).toBe('anew');
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
    expect(await text(await store.read('abc/one'))).toBe('old');
    expect(await keys('')).toEqual(['abc/one']);
  });

  test('a prefix that ends with a slash removes a folder, another one only what begins so', async () => {
    for (const key of ['abc/wal/1.zst', 'abc/wal/1.partial', 'abc/wal/2.zst', 'other/x'])
      await store.put(key, Buffer.from(key));
    await store.remove('abc/wal/1');
    expect(await keys('')).toEqual(['abc/wal/2.zst', 'other/x']);
    await store.remove('abc/');
    await store.remove('abc/');
    expect(await keys('')).toEqual(['other/x']);
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
    await store.put('abc/one', Buffer.from('1'));
    for (const attempt of [
      () => store.put(key, Buffer.from('x')),
      () => store.read(key),
      () => store.stat(key),
      () => store.write(key, 0, Buffer.from('x')),
    ])
      await expect((async () => attempt())()).rejects.toThrow(TypeError);
    if (key !== '' && key !== 'abc/') await expect(store.remove(key)).rejects.toThrow(TypeError);
  });
}
