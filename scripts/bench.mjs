import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { requireNode } from './require-node.mjs';

// npm run bench [-- <part of a name>]: measures what we publish, on a server of its own. Leave the machine alone meanwhile.
requireNode();
const { prepare } = await import('./prepare.mjs');
const { findRuntime } = await import('./find-runtime.mjs');
const { testEnvironment } = await import('./test-environment.mjs');
const { makeScratch, removeScratch } = await import('./test-scratch.mjs');

const root = join(import.meta.dirname, '..');
await prepare(root);
const scratch = makeScratch();
// What we publish is measured on the disk.
const { BASALT_TEST_MEMORY: _, ...env } = testEnvironment(root, scratch);
const { status } = spawnSync(findRuntime(root), [join(root, 'bench/run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
removeScratch(scratch);
process.exit(status ?? 1);
