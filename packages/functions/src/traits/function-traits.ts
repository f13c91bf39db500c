import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usesNodeSockets } from './node-sockets.ts';

/** What is found out about a function when it is built, so that it starts faster. */
export interface FunctionTraits {
  /** Whether it may use Node's sockets. */
  nodeSockets: boolean;
  /** Whether an import map says what its imports stand for, which Deno reads only when it starts. */
  importMap: boolean;
}

const FILE = 'traits.json';

/** Looks at everything in a folder that was built, and writes down beside it what it is like. */
export async function writeTraits(folder: string): Promise<void> {
  const map = JSON.parse(await readFile(join(folder, 'import-map.json'), 'utf8')) as Record<string, object>;
  const traits: FunctionTraits = {
    nodeSockets: await usesNodeSockets(folder),
    importMap: Object.values(map).some((entries) => Object.keys(entries).length > 0),
  };
  await writeFile(join(folder, FILE), JSON.stringify(traits), { mode: 0o644, flag: 'wx' });
}

/** What a function is like. Of one that was built before one of these was written down, nothing is left out. */
export async function readTraits(folder: string): Promise<FunctionTraits> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null);
  const known = text === null ? {} : (JSON.parse(text) as Partial<FunctionTraits>);
  return { nodeSockets: true, importMap: true, ...known };
}
