import { requireNode } from './require-node.mjs';

// npm start: brings the clone up to date and runs Basalt. Works on the Node of the machine, before anything is
// installed, so everything here uses Node's own modules only.
requireNode();
const { start } = await import('./start-server.mjs');
process.exitCode = await start(process.argv.slice(2));
