import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withFileLock } from './file-lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-lock-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('no two tasks run at once, and nothing is left behind', async () => {
  const path = join(folder, 'one');
  let inside = 0;
  let most = 0;
  const task = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withFileLock(path, task)));
  expect(most).toBe(1);
  expect(await readdir(folder)).toEqual([]);
});

test('the lock of a process that is gone blocks nobody', async () => {
  const path = join(folder, 'left');
  const { pid } = spawnSync('true');
  await writeFile(path, `${pid} 00000000 x`);
  expect(await withFileLock(path, async () => 'done')).toBe('done');
});

test('an earlier process with our own pid counts as gone', async () => {
  const path = join(folder, 'container');
  await writeFile(path, `${process.pid} 00000000 x`);
  expect(await withFileLock(path, async () => 'done')).toBe('done');
});

test('a task that fails gives the lock back', async () => {
  const path = join(folder, 'fails');
  await expect(withFileLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withFileLock(path, async () => 'done')).toBe('done');
});
