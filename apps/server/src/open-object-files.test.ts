import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { openObjectFiles, settleObjectStore } from './open-object-files.ts';

const here = readConfig({});
/** Nobody answers there, as when a store is away while we start. */
const S3 = {
  BASALT_S3_ENDPOINT: 'http://127.0.0.1:1',
  BASALT_S3_BUCKET: 'objects',
  BASALT_S3_ACCESS_KEY: 'key',
  BASALT_S3_SECRET_KEY: 'secret',
};
const elsewhere = readConfig(S3);
let home: { path: string; logs: string };
beforeEach(async () => {
  home = { path: await mkdtemp(path.join(tmpdir(), 'home-')), logs: '' };
});
afterEach(() => rm(home.path, { recursive: true }));

test('an installation that has objects in a bucket does not start without it, or with another one', async () => {
  await settleObjectStore(here, home);
  await settleObjectStore(elsewhere, home);
  await settleObjectStore(elsewhere, home);
  const place = path.join(home.path, 'object-store.json');
  expect(await readFile(place, 'utf8')).not.toContain('secret');
  for (const config of [here, readConfig({ ...S3, BASALT_S3_BUCKET: 'another' })])
    await expect(settleObjectStore(config, home)).rejects.toThrow(
      /^BASALT_S3_BUCKET must be the bucket objects at http:\/\/127\.0\.0\.1:1, .*object-store\.json\.$/,
    );
  await rm(place);
  await settleObjectStore(here, home);
  await writeFile(place, '{');
  await expect(settleObjectStore(here, home)).rejects.toThrow(/object-store\.json/);
});

test('an installation that has objects in files does not start with a bucket', async () => {
  const files = await openObjectFiles(here, home);
  const ref = 'abcdefghijklmnopqrst';
  const { version } = await files.write(ref, [Buffer.from('x')] as never, { maxBytes: 1, expected: 1 });
  await expect(settleObjectStore(elsewhere, home)).rejects.toThrow(/^BASALT_S3_BUCKET is set, and there are/);
  await settleObjectStore(here, home);
  await files.discard(ref, version);
  await settleObjectStore(elsewhere, home);
});
