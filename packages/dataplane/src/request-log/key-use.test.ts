import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addKeyUse, readKeyUse } from './key-use.ts';
import { openRequestLog } from './write-request-log.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'key-use-'));
});
afterEach(() => rm(root, { recursive: true }));

const failing = (error: unknown) => {
  throw error;
};

test('the last use of each key is read back, and later ones win', async () => {
  const before = Date.now();
  for (const keys of [['a', 'b'], ['b']]) {
    const log = openRequestLog(root, failing);
    for (const key of keys) log.noteKey('abc', key);
    await log.close();
  }
  const uses = await readKeyUse(join(root, 'abc'));
  expect(Object.keys(uses).sort()).toEqual(['a', 'b']);
  expect(uses.a).toBeGreaterThanOrEqual(before);
  expect(uses.b).toBeGreaterThanOrEqual(uses.a ?? 0);
});

test('an older time never replaces a newer one, and very old ones are dropped', async () => {
  const now = Date.now();
  await addKeyUse(root, new Map([['a', now]]), now);
  await addKeyUse(
    root,
    new Map([
      ['a', now - 1_000],
      ['old', now - 500 * 86_400_000],
    ]),
    now,
  );
  expect(await readKeyUse(root)).toEqual({ a: now });
  expect(await readdir(root)).toEqual(['keys.json']);
});

test('no file and a broken one say nothing', async () => {
  expect(await readKeyUse(join(root, 'none'))).toEqual({});
  await writeFile(join(root, 'keys.json'), '{"a": 1');
  expect(await readKeyUse(root)).toEqual({});
});
