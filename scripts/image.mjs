import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { requireNode } from './require-node.mjs';

// npm run image [-- --untried]: makes a container image in dist/, and tries it.
requireNode();
const { prepare } = await import('./prepare.mjs');
const { findRuntime } = await import('./find-runtime.mjs');

const root = join(import.meta.dirname, '..');
await prepare(root);
const script = join(root, 'packaging/make-image.mjs');
const flags = ['--disable-warning=ExperimentalWarning', script, ...process.argv.slice(2)];
process.exit(spawnSync(findRuntime(root), flags, { stdio: 'inherit' }).status ?? 1);
