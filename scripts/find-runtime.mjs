import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isAtLeast } from './require-node.mjs';

/** The oldest Node that runs TypeScript directly. */
const OLDEST = [22, 18];

/**
 * The Node that runs Basalt itself: the one the project brings along on Linux, else the running one.
 * Throws a sentence for people when there is none.
 */
export function findRuntime(root, running = process) {
  const bundled = join(root, 'node_modules', `node-${running.platform}-${running.arch}`, 'bin', 'node');
  if (existsSync(bundled)) return bundled;
  if (isAtLeast(running.versions.node, OLDEST)) return running.execPath;
  throw new Error(
    `Basalt runs on Node ${OLDEST.join('.')} or later here, this is ${running.versions.node}: install Node 24 from https://nodejs.org and try again.`,
  );
}
