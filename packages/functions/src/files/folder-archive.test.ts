import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdCompressSync } from 'node:zlib';
import { type Header, pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { packFolder, unpackFolder } from './folder-archive.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'basalt-archive-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('a folder comes back as it was, with programs, links and files of any size', async () => {
  const from = join(root, 'from');
  await mkdir(join(from, 'source/deep'), { recursive: true });
  const large = Buffer.alloc(3_000_000, 'basalt');
  await writeFile(join(from, 'source/deep/large.bin'), large);
  await writeFile(join(from, 'empty'), '');
  await writeFile(join(from, 'program'), '#!/bin/sh\n', { mode: 0o755 });
  await symlink('../program', join(from, 'source/link'));
  const to = join(root, 'to');
  await unpackFolder(to, packFolder(from));
  expect((await readdir(to, { recursive: true })).sort()).toEqual(
    (await readdir(from, { recursive: true })).sort(),
  );
  expect((await readFile(join(to, 'source/deep/large.bin'))).equals(large)).toBe(true);
  expect((await stat(join(to, 'program'))).mode & 0o111).not.toBe(0);
  expect(await readlink(join(to, 'source/link'))).toBe('../program');
});

test.each<[string, (Partial<Header> & { name: string })[]]>([
  ['a path upwards', [{ name: '../outside' }]],
  ['an absolute path', [{ name: '/tmp/outside' }]],
  ['a file behind a link', [{ name: 'away', type: 'symlink', linkname: '/tmp' }, { name: 'away/outside' }]],
  ['a second file of the same name', [{ name: 'twice' }, { name: 'twice' }]],
  ['a device', [{ name: 'disk', type: 'block-device' }]],
  ['another name of a file', [{ name: 'passwords', type: 'link', linkname: '/etc/passwd' }]],
])('%s is refused', async (_, entries) => {
  const tar = pack();
  for (const entry of entries) tar.entry(entry, entry.type === undefined ? 'text' : '');
  tar.finalize();
  const content = Readable.from(zstdCompressSync(await buffer(tar as unknown as NodeJS.ReadableStream)));
  await expect(unpackFolder(join(root, 'to'), content)).rejects.toThrow();
  expect(await readdir(root)).toEqual(['to']);
});

test('what is cut short is refused', async () => {
  const from = join(root, 'from');
  await mkdir(from);
  await writeFile(join(from, 'file'), Buffer.alloc(500_000, 'basalt'));
  const whole = await buffer(packFolder(from));
  await expect(
    unpackFolder(join(root, 'to'), Readable.from([whole.subarray(0, whole.length - 20)])),
  ).rejects.toThrow();
});
