import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PostgresMajor } from '../../driver.ts';
import { placeBinaries, postgresVersion } from './binaries.ts';

const MISSING = 99 as PostgresMajor;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'binaries-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('a version that is not installed is explained with the name of its package', async () => {
  await expect(placeBinaries(folder, MISSING)).rejects.toThrow(
    `npm package postgres-99-${process.platform}-${process.arch}`,
  );
  expect(postgresVersion(99)).toBe('99');
});

test('programs placed earlier go on working without the package; the newest counts', async () => {
  for (const version of ['99.2.0', '99.10.0', '98.50.0']) await mkdir(join(folder, version));
  expect((await placeBinaries(folder, MISSING)).postgres).toBe(join(folder, '99.10.0', 'bin', 'postgres'));
});

test('the version of an installed package is PostgreSQL’s, not the package’s', () => {
  expect(postgresVersion(17)).toMatch(/^17\.\d+$/);
});
