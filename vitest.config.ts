import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

const ON_CLUSTERS = {
  maxWorkers: 2,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
};
/** These change what belongs to the whole cluster. */
const ALONE = [
  'auth/store/auth-database',
  'rest/crash',
  'rest/rare-errors',
  'rest/schema-cache/settings',
].map((path) => `packages/dataplane/src/${path}.cluster.test.ts`);
for (const path of ALONE)
  if (!existsSync(join(import.meta.dirname, path)))
    throw new Error(`vitest.config.ts names ${path}, which is not there: name its new place.`);

// Two suites: "unit" needs nothing, "clusters" and "clusters-shared" run on real PostgreSQL clusters (*.cluster.test.ts): one of
// its own for each file, or one for all, with a database for each test.
export default defineConfig({
  test: {
    // What tests read without importing it: after a change of these, `--changed` runs everything.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, '**/package-lock.json', '**/*.sql'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/*/{src,test}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
          ],
          exclude: ['**/*.cluster.test.ts', '**/node_modules/**'],
          // Files of a worker share their modules, which takes a third of the time: a test puts back what it changes.
          isolate: false,
          // Some read a megabyte, on machines that may be busy.
          testTimeout: 20_000,
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          ...ON_CLUSTERS,
          name: 'clusters',
          include: [
            'packages/!(dataplane)/src/**/*.cluster.test.ts',
            'apps/server/**/*.cluster.test.ts',
            ...ALONE,
          ],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          ...ON_CLUSTERS,
          name: 'clusters-shared',
          include: ['packages/dataplane/src/**/*.cluster.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE],
          globalSetup: 'scripts/share-test-cluster.ts',
          isolate: false,
        },
      },
    ],
  },
});
