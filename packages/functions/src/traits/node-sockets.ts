import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Node's modules whose sockets drivers of databases use, imported, required or asked for in any other way by their name. */
const NODE_SOCKETS = /(?:\bfrom|\bimport|\()\s*["'`](?:node:)?(?:net|tls)["'`]/;
const IS_CODE = /\.[cm]?[jt]sx?$/;

/** Whether code names Node's modules for sockets. */
export function namesNodeSockets(code: string): boolean {
  return NODE_SOCKETS.test(code);
}

/**
 * Whether anything of a function that was built, or of what it imports, names Node's modules for sockets: to load those takes longer
 * than everything else that happens before a small function answers.
 */
export async function usesNodeSockets(folder: string): Promise<boolean> {
  for (const part of ['source', 'cache/npm', 'cache/remote']) {
    const root = join(folder, part);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      // What was loaded from addresses has names without endings.
      if (!entry.isFile() || (part !== 'cache/remote' && !IS_CODE.test(entry.name))) continue;
      if (namesNodeSockets(await readFile(join(entry.parentPath, entry.name), 'utf8'))) return true;
    }
  }
  return false;
}
