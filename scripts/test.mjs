import { requireNode } from './require-node.mjs';

// npm test: brings the clone up to date and runs every check there is, or with `-- --since <commit>` what a change can reach. Works on the Node of the machine, like start.mjs.
requireNode();
const { runTests } = await import('./run-tests.mjs');
process.exit(await runTests(process.argv.slice(2)));
