import { join } from 'node:path';
import { requireNode } from './require-node.mjs';

// npm run journeys -- <Playwright arguments>: the browser journeys alone, on the dashboard as it is now.
requireNode();
const { prepare } = await import('./prepare.mjs');
const { runJourneys } = await import('./test-stages.mjs');
const { testEnvironment } = await import('./test-environment.mjs');
const { makeScratch, removeScratch } = await import('./test-scratch.mjs');

const root = join(import.meta.dirname, '..');
const scratch = makeScratch();
await prepare(root);
const env = testEnvironment(root, scratch);
const result = await runJourneys(root, {
  env,
  report: join(root, '.cache/test/journeys.json'),
  args: process.argv.slice(2),
});
console.log(result.output);
removeScratch(scratch);
process.exit(result.ok ? 0 : 1);
