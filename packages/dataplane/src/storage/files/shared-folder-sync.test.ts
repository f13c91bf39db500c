import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shareFolderSync } from './shared-folder-sync.ts';

test('who comes while a folder is being synced waits for a sync that begins later, and shares it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sync-'));
  let begun = 0;
  const { sync } = shareFolderSync(() => {
    begun += 1;
  });
  const first = sync(folder);
  const seen = Array.from({ length: 20 }, async () => {
    await sync(folder);
    return begun;
  });
  await first;
  expect(await Promise.all(seen)).toEqual(Array.from({ length: 20 }, () => 2));
  await sync(folder);
  expect(begun).toBe(3);
  await rm(folder, { recursive: true });
  // All who wait hear of a failure, and the next one tries again.
  const failures = [sync(folder), sync(folder), sync(folder)].map((one) => one.catch(({ code }) => code));
  expect(await Promise.all(failures)).toEqual(['ENOENT', 'ENOENT', 'ENOENT']);
  await expect(sync(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
