import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';

// Two suites: "unit" needs nothing, "clusters" runs on real PostgreSQL clusters (files named *.cluster.test.ts).
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
        },
      },
      {
        test: {
          name: 'clusters',
          include: ['packages/*/src/**/*.cluster.test.ts', 'apps/server/**/*.cluster.test.ts'],
          exclude: ['**/node_modules/**'],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
