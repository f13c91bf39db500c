import {
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runsAsRoot } from '../owners/access.ts';
import { type LiveCopier, type LiveCopyOptions, openLiveCopier } from './copy-live-tree.ts';

const ROOM = 1_000_000;
let folder: string;
let from: string;
let to: string;
let copier: LiveCopier;
beforeEach(() => {
  copier = openLiveCopier();
  folder = mkdtempSync(join(tmpdir(), 'copy-live-'));
  [from, to] = [join(folder, 'from'), join(folder, 'to')];
  mkdirSync(join(from, 'base'), { recursive: true });
  writeFileSync(join(from, 'base', '1'), 'one');
  writeFileSync(join(from, 'base', '2'), 'two');
});
afterEach(async () => {
  await copier.close();
  rmSync(folder, { recursive: true, force: true });
});

const copy = (options: Partial<LiveCopyOptions> = {}) =>
  copier.copy(from, to, { uid: null, owner: null, skips: null, only: null, mostBytes: ROOM, ...options });
const copied = async () => (await readdir(to, { recursive: true })).sort();

test('copies files and folders but for those that are left out', async () => {
  expect(await copy({ skips: /^base\/2$/ })).toBe(3);
  expect(await copied()).toEqual(['base', 'base/1']);
  expect(await readFile(join(to, 'base', '1'), 'utf8')).toBe('one');
});

test('follows no link, takes no second name, and waits for no pipe or depth without end', async () => {
  writeFileSync(join(folder, 'secret'), 'of somebody else');
  symlinkSync(join(folder, 'secret'), join(from, 'base', 'link'));
  symlinkSync(folder, join(from, 'away'));
  linkSync(join(folder, 'secret'), join(from, 'base', 'second'));
  mkdirSync(join(from, ...Array.from({ length: 40 }, () => 'deep')), { recursive: true });
  await copy();
  expect((await copied()).filter((name) => !name.startsWith('deep'))).toEqual(['base', 'base/1', 'base/2']);
  expect((await copied()).length).toBeLessThan(20);
});

test('takes only what belongs to whom the folder belongs', async ({ skip }) => {
  if (!runsAsRoot) skip('only root can give files away');
  for (const path of [from, join(from, 'base'), join(from, 'base', '1')]) chownSync(path, 4_711, 4_711);
  await copy({ uid: 4_711 });
  expect(await copied()).toEqual(['base', 'base/1']);
});

test('ends before the disk is full, also where a file only says that it is large', async () => {
  writeFileSync(join(from, 'base', 'large'), '');
  truncateSync(join(from, 'base', 'large'), 2 ** 40);
  await expect(copy()).rejects.toMatchObject({ code: 'disk_full' });
});

test('one thread copies one folder after the other, until it is called off', async () => {
  const calling = new AbortController();
  await copier.close();
  copier = openLiveCopier(calling.signal);
  expect(await copy()).toBe(6);
  to = join(folder, 'again');
  expect(await copy({ only: new Set(['nothing']) })).toBe(0);
  calling.abort();
  await expect(copy()).rejects.toThrow();
});
