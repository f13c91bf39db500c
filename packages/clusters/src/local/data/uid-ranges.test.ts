import { cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { releaseUidRanges, UidRanges } from './uid-ranges.ts';

const NOBODY_TAKEN = async () => new Set<number>();

let folder: string;
let registry: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uids-'));
  registry = join(folder, 'registry');
});
afterEach(() => rm(folder, { recursive: true }));

async function root(name: string): Promise<string> {
  const path = join(folder, name);
  await mkdir(join(path, 'locks'), { recursive: true });
  return path;
}

async function take(uids: UidRanges, count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, () => uids.take(NOBODY_TAKEN)));
}

test('two installations of a machine have no uid in common, and each knows its own', async () => {
  const one = await UidRanges.open(await root('one'), registry);
  const other = await UidRanges.open(await root('other'), registry);
  for (const uid of await take(one, 40)) expect([one.owns(uid), other.owns(uid)]).toEqual([true, false]);
  for (const uid of await take(other, 40)) expect([one.owns(uid), other.owns(uid)]).toEqual([false, true]);
  for (const uid of [0, 1000, 60_000, 65_534]) expect(one.owns(uid)).toBe(false);
});

test('no uid is given twice, whether the process lives on, ends, or another one takes some as well', async () => {
  const path = await root('one');
  const given: number[] = [];
  for (let n = 0; n < 4; n += 1) {
    const [here, there] = [await UidRanges.open(path, registry), await UidRanges.open(path, registry)];
    for (const uids of [here, there, here]) given.push(...(await take(uids, 9)));
  }
  expect(new Set(given).size).toBe(given.length);
});

test('a copied data folder gets uids of its own, a moved one keeps its own', async () => {
  const path = await root('one');
  const [uid = 0] = await take(await UidRanges.open(path, registry), 1);
  await cp(path, join(folder, 'copy'), { recursive: true });
  const copy = await UidRanges.open(join(folder, 'copy'), registry);
  expect(copy.owns(uid)).toBe(false);
  expect((await UidRanges.open(path, registry)).owns(uid)).toBe(true);
  await rename(path, join(folder, 'moved'));
  expect((await UidRanges.open(join(folder, 'moved'), registry)).owns(uid)).toBe(true);
});

test('on a machine that knows nothing of it a data folder keeps its uids', async () => {
  const path = await root('one');
  const [uid = 0] = await take(await UidRanges.open(path, registry), 1);
  const other = join(folder, 'registry-of-another-machine');
  const there = await UidRanges.open(path, other);
  expect(there.owns(uid)).toBe(true);
  expect(await readdir(other)).toHaveLength(1);
});

test('what a deleted installation had claimed is free again', async () => {
  const path = await root('one');
  await UidRanges.open(path, registry);
  await releaseUidRanges(path, registry);
  expect(await readdir(registry)).toEqual([]);
});
