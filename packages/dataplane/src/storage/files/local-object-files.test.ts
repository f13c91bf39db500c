import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
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
