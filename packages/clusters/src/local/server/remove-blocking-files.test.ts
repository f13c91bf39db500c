import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeBlockingFiles } from './remove-blocking-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'basalt-blocking-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('pipes and links in the place of small files go, files and what they led to stay', async () => {
  mkdirSync(join(folder, 'global'));
  mkdirSync(join(folder, 'pg_xact'));
  for (const name of ['PG_VERSION', 'target', 'global/pg_control']) writeFileSync(join(folder, name), '17\n');
  for (const name of ['postmaster.pid', 'global/pg_filenode.map', 'pipe-of-somebody'])
    execFileSync('/usr/bin/mkfifo', [join(folder, name)]);
  symlinkSync(join(folder, 'target'), join(folder, 'postgresql.auto.conf'));
  await removeBlockingFiles(folder);
  expect(readdirSync(folder).sort()).toEqual([
    'PG_VERSION',
    'global',
    'pg_xact',
    'pipe-of-somebody',
    'target',
  ]);
  expect(readdirSync(join(folder, 'global'))).toEqual(['pg_control']);
});

test('a folder that is gone is no error', async () => {
  await expect(removeBlockingFiles(join(folder, 'gone'))).resolves.toBeUndefined();
});
