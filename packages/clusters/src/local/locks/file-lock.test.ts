import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

vi.mock('node:fs/promises', { spy: true });
// Files share their modules with others of the same worker: this one needs a copy that has the spies, for itself.
vi.resetModules();
const { withFileLock } = await import('./file-lock.ts');
afterAll(() => void vi.resetModules());

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

test('a lock from before the clock was set back blocks nobody, although its pid is in use', async () => {
  const path = join(folder, 'set-back');
  await writeFile(path, `${process.ppid} 00000000 x`);
  const ahead = new Date(Date.now() + 3_600_000);
  await utimes(path, ahead, ahead);
  expect(await withFileLock(path, async () => 'done')).toBe('done');
});

test('where no lock can be written because the disk is full the task runs without', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  vi.mocked(writeFile).mockRejectedValueOnce(full);
  expect(await withFileLock(join(folder, 'full'), async () => 'done')).toBe('done');
  await expect(withFileLock(join(folder, 'full'), () => Promise.reject(full))).rejects.toThrow(
    'no space left',
  );
});

test('a task that fails gives the lock back', async () => {
  const path = join(folder, 'fails');
  await expect(withFileLock(path, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withFileLock(path, async () => 'done')).toBe('done');
});
