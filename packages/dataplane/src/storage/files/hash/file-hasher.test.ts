import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileHasher } from './file-hasher.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hasher-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

test('files that are written at the same time are hashed as they are', async () => {
  const hasher = new FileHasher();
  const hashes = [0, 1, 1_000, 3_000_000, 7_654_321].map(async (size, index) => {
    const path = join(folder, String(index));
    const bytes = randomBytes(size);
    await writeFile(path, '');
    const hash = hasher.begin(path);
    for (let at = 0; at < size; at += 500_000) {
      await appendFile(path, bytes.subarray(at, at + 500_000));
      hash.written(Math.min(size, at + 500_000));
    }
    expect(await hash.complete(size)).toBe(md5(bytes));
  });
  await Promise.all(hashes);
});

test('what is not wanted any more, or never was a file, leaves the others alone', async () => {
  const hasher = new FileHasher();
  const path = join(folder, 'kept');
  const bytes = randomBytes(2_000_000);
  await writeFile(path, bytes);
  const given = hasher.begin(join(folder, 'given-up'));
  const cancelled = hasher.begin(path);
  const kept = hasher.begin(path);
  cancelled.written(1_000_000);
  cancelled.cancel();
  kept.written(bytes.length);
  await expect(given.complete(10)).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await kept.complete(bytes.length)).toBe(md5(bytes));
});

test('a tag that need not be an MD5 begins as the SHA-1 and is told from one', async () => {
  const path = join(folder, 'quick');
  await writeFile(path, 'abc');
  // The known hash of these letters.
  const tag = 'a9993e364706816aba3e25717850c26c-1';
  expect(await new FileHasher().begin(path, 'quick').complete(3)).toBe(tag);
});

test('bytes that come behind the end are not counted', async () => {
  const path = join(folder, 'longer');
  await writeFile(path, 'abcdef');
  expect(await new FileHasher().begin(path).complete(3)).toBe(md5(Buffer.from('abc')));
});
