import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLocalFiles } from './local-object-files.ts';

let root: string;
beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(tmpdir(), 'object-files-')), 'storage');
});
afterEach(() => rm(path.dirname(root), { recursive: true, force: true }));

const LIMITS = { maxBytes: 1_000_000, expected: null };
const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);

test('what was written is read at once or as a stream, whole or in part', async () => {
  const files = openLocalFiles(root);
  const { version, size } = await files.write('one', bytesOf('0123456789'), LIMITS);
  expect(size).toBe(10);
  const open = async () => {
    const file = await files.open('one', version);
    if (file === null) throw new Error('There is no file.');
    return file;
  };
  for (const [range, expected] of [
    [null, '0123456789'],
    [{ start: 3, end: 5 }, '345'],
    [{ start: 9, end: 9 }, '9'],
  ] as const) {
    expect((await (await open()).read(range)).toString()).toBe(expected);
    const streamed = await (await open()).stream(range).toArray();
    expect(Buffer.concat(streamed).toString()).toBe(expected);
  }
  const empty = await files.write('one', Readable.from([]), LIMITS);
  expect((await (await files.open('one', empty.version))?.read(null))?.length).toBe(0);
});

test('what is written in pieces of any size is whole, and a body that fails in the middle leaves nothing', async () => {
  const files = openLocalFiles(root);
  const all = randomBytes(3_000_000);
  const sizes = [1, 0, 70_000, 600_000, 3, 65_536];
  async function* pieces(fails = false) {
    for (let at = 0, turn = 0; at < all.length; turn++) {
      // Many small ones in a row as well.
      const size = turn < 500 ? 1 + (turn % 3) : (sizes[turn % sizes.length] ?? 1);
      yield all.subarray(at, at + size);
      at += size;
      if (fails && at > 2_000_000) throw new Error('The client went away.');
    }
  }
  const large = { maxBytes: all.length, expected: null };
  const stored = await files.write('one', pieces(), large);
  expect(stored).toMatchObject({ size: all.length, md5: createHash('md5').update(all).digest('hex') });
  expect((await (await files.open('one', stored.version))?.read(null))?.equals(all)).toBe(true);
  await expect(files.write('one', pieces(true), large)).rejects.toThrow('went away');
  await expect(files.write('one', pieces(), { ...large, maxBytes: all.length - 1 })).rejects.toMatchObject({
    code: 'EntityTooLarge',
  });
  const found = await readdir(root, { recursive: true, withFileTypes: true });
  expect(found.filter((one) => one.isFile()).map(({ name }) => name)).toEqual([stored.version]);
});

test('all folders are there after the first upload, and a process that was killed while it made them is no hindrance', async () => {
  await mkdir(path.join(root, 'one', 'objects', '07'), { recursive: true });
  const files = openLocalFiles(root);
  const { version } = await files.write('one', bytesOf('x'), LIMITS);
  expect(await readdir(path.join(root, 'one', 'objects'))).toHaveLength(256);
  const found = await readdir(path.join(root, 'one'), { recursive: true, withFileTypes: true });
  expect(found.filter((one) => one.isFile()).map(({ name }) => name)).toEqual([version]);
});

test('a copy is a version of its own, also of a process that has not written before', async () => {
  const { version } = await openLocalFiles(root).write('one', bytesOf('copied'), LIMITS);
  const files = openLocalFiles(root);
  const copy = await files.copy('one', version);
  await files.discard('one', version);
  expect((await (await files.open('one', copy ?? ''))?.read(null))?.toString()).toBe('copied');
  expect(await files.copy('one', version)).toBeNull();
});

test('all versions are listed in order, and a copy is as new as it is', async () => {
  const files = openLocalFiles(root);
  const listed = async () => (await Array.fromAsync(files.list('one'))).flat();
  expect(await listed()).toEqual([]);
  const written = await Promise.all(
    Array.from({ length: 50 }, () => files.write('one', bytesOf('four'), LIMITS)),
  );
  const versions = written.map(({ version }) => version);
  const [first = ''] = versions;
  await writeFile(path.join(root, 'one', 'objects', first.slice(0, 2), 'no-version'), '');
  expect(await listed()).toEqual(versions.toSorted());
  const long = new Date('2020-01-01');
  await utimes(path.join(root, 'one', 'objects', first.slice(0, 2), first), long, long);
  const copy = (await files.copy('one', first)) ?? '';
  const state = await files.inspect('one', copy);
  expect(state?.size).toBe(4);
  expect(state?.changedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  await files.discard('one', copy);
  expect(await files.inspect('one', copy)).toBeNull();
  expect(await files.inspect('one', '../../escape')).toBeNull();
});

test('the files of one project go, those of others stay, and what is gone already is no obstacle', async () => {
  const files = openLocalFiles(root);
  for (const ref of ['one', 'two']) await files.write(ref, bytesOf('x'), LIMITS);
  await files.removeAll('one');
  await files.removeAll('one');
  expect(await readdir(root)).toEqual(['two']);
});

test('a project is given the files of another one, once and again, and they outlive the other', async () => {
  const files = openLocalFiles(root);
  const first = await files.write('one', bytesOf('first'), LIMITS);
  await files.copyAll('one', 'two');
  const second = await files.write('one', bytesOf('second'), LIMITS);
  // Left behind by something else.
  await writeFile(path.join(root, 'one', 'incoming', 'x'), '');
  await files.copyAll('one', 'two');
  await files.copyAll('none', 'three');
  await files.removeAll('one');
  for (const [{ version }, text] of [
    [first, 'first'],
    [second, 'second'],
  ] as const)
    expect((await (await files.open('two', version))?.read(null))?.toString()).toBe(text);
  expect(await readdir(path.join(root, 'two'))).toEqual(['objects']);
  expect(await Array.fromAsync(files.list('three'))).toEqual([]);
});
