import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KNOWN_SECONDS, LongestFirst } from './longest-first.ts';

const root = join(import.meta.dirname, '..');

/** @param durations milliseconds of the last run, by file */
async function sorted(files, durations = {}) {
  const cache = {
    getTestSpecificationResult: ({ file }) =>
      file in durations ? { failed: false, duration: durations[file] } : undefined,
  };
  const specs = files.map(([project, file]) => ({
    file,
    moduleId: join(root, file),
    project: { name: project, config: { isolate: true, sequence: { groupOrder: 0 } } },
  }));
  const order = await new LongestFirst({ cache, config: { root } }).sort(specs);
  return order.map(({ file }) => file);
}

const [LONG, SHORTER] = Object.keys(KNOWN_SECONDS);

it('begins with the files that are known to take long where nothing has run yet', async () => {
  expect(
    await sorted([
      ['clusters', 'package.json'],
      ['clusters', SHORTER],
      ['clusters', LONG],
    ]),
  ).toEqual([LONG, SHORTER, 'package.json']);
});

it('goes by the last run where there was one, and keeps each project together', async () => {
  const files = [
    ['unit', 'c'],
    ['clusters', LONG],
    ['clusters', 'a'],
    ['clusters', 'b'],
  ];
  const durations = { a: 5_000, b: 900_000, [LONG]: 10_000, c: 990_000 };
  expect(await sorted(files, durations)).toEqual(['b', LONG, 'a', 'c']);
});

it('knows no files that are not there', () => {
  expect(Object.keys(KNOWN_SECONDS).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
