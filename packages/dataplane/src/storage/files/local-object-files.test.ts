import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLocalFiles } from './local-object-files.ts';
import { testObjectFiles } from './object-files.cases.ts';

let root: string;
beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(tmpdir(), 'object-files-')), 'storage');
});
afterEach(() => rm(path.dirname(root), { recursive: true, force: true }));

const LIMITS = { maxBytes: 1_000_000, expected: null };
const bytesOf = (text: string) => Readable.from([Buffer.from(text)]);

testObjectFiles({
  open: () => openLocalFiles(root),
  stored: async (ref) => {
    const found = await readdir(path.join(root, ref), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    return found.filter((one) => one.isFile()).map(({ name }) => name);
  },
  largeBytes: 3_000_000,
});

test('all folders are there after the first upload, and a process that was killed while it made them is no hindrance', async () => {
  await mkdir(path.join(root, 'one', 'objects', '07'), { recursive: true });
  const files = openLocalFiles(root);
  const { version } = await files.write('one', bytesOf('x'), LIMITS);
  expect(await readdir(path.join(root, 'one', 'objects'))).toHaveLength(256);
  const found = await readdir(path.join(root, 'one'), { recursive: true, withFileTypes: true });
  expect(found.filter((one) => one.isFile()).map(({ name }) => name)).toEqual([version]);
});

test('what is no version is not listed, and a copy is as new as it is', async () => {
  const files = openLocalFiles(root);
  const { version } = await files.write('one', bytesOf('four'), LIMITS);
  const folder = path.join(root, 'one', 'objects', version.slice(0, 2));
  await writeFile(path.join(folder, 'no-version'), '');
  expect((await Array.fromAsync(files.list('one'))).flat()).toEqual([version]);
  const long = new Date('2020-01-01');
  await utimes(path.join(folder, version), long, long);
  const state = await files.inspect('one', (await files.copy('one', version)) ?? '');
  expect(state?.changedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
});

test('only objects are given to another project', async () => {
  const files = openLocalFiles(root);
  await files.write('one', bytesOf('x'), LIMITS);
  await writeFile(path.join(root, 'one', 'incoming', 'x'), '');
  await files.copyAll('one', 'two');
  expect(await readdir(path.join(root, 'two'))).toEqual(['objects']);
});
