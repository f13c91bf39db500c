import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withSetupLock } from './setup-lock.mjs';

let folder;
let path;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  path = join(folder, 'setup.lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('lets one in at a time and leaves nothing behind', async () => {
  let inside = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++inside);
    await new Promise((done) => setTimeout(done, 20));
    inside--;
  };
  await Promise.all([1, 2, 3].map(() => withSetupLock(path, work, () => {})));
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

it('tells once who is waited for', async () => {
  const onWait = vi.fn();
  const first = withSetupLock(path, () => new Promise((done) => setTimeout(done, 500)), onWait);
  await withSetupLock(path, async () => {}, onWait);
  await first;
  expect(onWait.mock.calls).toEqual([[String(process.pid)]]);
});

it.each([
  ['a process that is gone', '999999999 1'],
  ['a process whose number was given to another', `${process.pid} 1`],
])('takes over the lock of %s', async (_, holder) => {
  writeFileSync(path, holder);
  const onWait = vi.fn();
  expect(await withSetupLock(path, async () => 'done', onWait)).toBe('done');
  expect(onWait).not.toHaveBeenCalled();
});

it('takes over a lock that nobody has touched for minutes', async () => {
  writeFileSync(path, '1 1');
  const longAgo = new Date(Date.now() - 300_000);
  utimesSync(path, longAgo, longAgo);
  expect(
    await withSetupLock(
      path,
      async () => 'done',
      () => {},
    ),
  ).toBe('done');
});

it('is given back when the work fails', async () => {
  const failing = async () => {
    throw new Error('no network');
  };
  await expect(withSetupLock(path, failing, () => {})).rejects.toThrow('no network');
  expect(readdirSync(folder)).toEqual([]);
});
