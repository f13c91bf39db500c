import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('a disk that is full', () => {
  const mount = (...args: string[]) => {
    try {
      execFileSync('mount', args, { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };

  test('refuses what has no room, keeps what it has, and takes more once there is room', async ({ skip }) => {
    const disk = path.dirname(root);
    if (!mount('-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk)) skip('only root can mount a small disk');
    try {
      const large = { maxBytes: 100_000_000, expected: null };
      const files = openLocalFiles(root, { spaceToLeave: 0, freeBytes: async () => Number.MAX_SAFE_INTEGER });
      const kept = await files.write('one', bytesOf('kept'), LIMITS);
      const wide = await files.write('one', Readable.from([Buffer.alloc(1_000_000, 'a')]), large);
      const stream = () => Readable.from(Array.from({ length: 80 }, () => Buffer.alloc(100_000)));
      await expect(files.write('one', stream(), large)).rejects.toMatchObject({
        code: 'InsufficientStorage',
      });
      expect(await readdir(path.join(root, 'one', 'incoming'))).toEqual([]);
      expect((await Array.fromAsync(files.list('one'))).flat().sort()).toEqual(
        [kept.version, wide.version].sort(),
      );
      expect((await (await files.open('one', kept.version))?.read(null))?.toString()).toBe('kept');
      await files.discard('one', wide.version);
      expect((await files.write('one', Readable.from([Buffer.alloc(900_000)]), large)).size).toBe(900_000);
      // The same is said before the first byte where the disk tells how full it is.
      const careful = openLocalFiles(root, {});
      await expect(careful.write('one', bytesOf('x'), LIMITS)).rejects.toMatchObject({
        code: 'InsufficientStorage',
      });
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});
