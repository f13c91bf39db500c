import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAtLeast } from './require-node.mjs';

/** The oldest Node that runs TypeScript directly. */
const OLDEST = [22, 18];

/**
 * The Node that runs Basalt itself: the one the project brings along on Linux, else the running one.
 * Throws a sentence for people when there is none.
 */
export function findRuntime(root, running = process) {
  const name = `node-${running.platform}-${running.arch}`;
  // Beside what Basalt is a package of, or further up, as Node finds packages.
  for (let folder = root; ; folder = dirname(folder)) {
    const bundled = join(folder, 'node_modules', name, 'bin', 'node');
    if (existsSync(bundled)) return bundled;
    if (folder === dirname(folder)) break;
  }
  if (isAtLeast(running.versions.node, OLDEST)) return running.execPath;
  throw new Error(
    `Basalt runs on Node ${OLDEST.join('.')} or later here, this is ${running.versions.node}: install Node 24 from https://nodejs.org and try again.`,
  );
}
