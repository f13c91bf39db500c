import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

const ON_CLUSTERS = {
  maxWorkers: 2,
  testTimeout: 150_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};
/** These change what belongs to the whole cluster, are disturbed by what others do there, or open a platform, of which a process has one. */
const ALONE = [
  'dataplane/src/auth/store/auth-database',
  'dataplane/src/realtime/troubles/troubles',
  'dataplane/src/rest/crash',
  'dataplane/src/rest/rare-errors',
  'dataplane/src/rest/schema-cache/settings',
  'platform/src/branches/kubernetes/kept-branches',
  'platform/src/database/connections',
  'platform/src/resources/sampler',
  'platform/src/upgrades/in-place',
].map((path) => `packages/${path}.cluster.test.ts`);
for (const path of ALONE)
  if (!existsSync(join(import.meta.dirname, path)))
    throw new Error(`vitest.config.ts names ${path}, which is not there: name its new place.`);

// Two suites: "unit" needs nothing, the others run on real PostgreSQL clusters (*.cluster.test.ts): "clusters" with one of its own
// for each file, "clusters-shared" and "clusters-platform" with one for all, a project's or the platform's, with databases of
// their own.
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
            'apps/*/{build,src,test}/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
          ],
          exclude: ['**/*.cluster.test.ts', '**/node_modules/**'],
          // Files of a worker share their modules, which takes a third of the time: a test puts back what it changes.
          isolate: false,
          // Some read a megabyte, on machines that may be busy.
          testTimeout: 40_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          ...ON_CLUSTERS,
          name: 'clusters',
          include: [
            'packages/!(dataplane|platform)/src/**/*.cluster.test.ts',
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
      {
        test: {
          ...ON_CLUSTERS,
          name: 'clusters-platform',
          include: ['packages/platform/src/**/*.cluster.test.ts'],
          exclude: ['**/node_modules/**', ...ALONE],
          globalSetup: 'scripts/share-test-cluster.ts',
          isolate: false,
        },
      },
    ],
  },
});
