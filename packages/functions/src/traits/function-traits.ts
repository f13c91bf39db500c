import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { usesNodeSockets } from './node-sockets.ts';

/** What is found out about a function when it is built, so that it starts faster. */
export interface FunctionTraits {
  /** Whether it may use Node's sockets. */
  nodeSockets: boolean;
}

const FILE = 'traits.json';

/** Looks at everything in a folder that was built, and writes down beside it what it is like. */
export async function writeTraits(folder: string): Promise<void> {
  const traits: FunctionTraits = { nodeSockets: await usesNodeSockets(folder) };
  await writeFile(join(folder, FILE), JSON.stringify(traits), { mode: 0o644, flag: 'wx' });
}

/** What a function is like. Of one that was built before these were written down, nothing is left out. */
export async function readTraits(folder: string): Promise<FunctionTraits> {
  const text = await readFile(join(folder, FILE), 'utf8').catch(() => null);
  return text === null ? { nodeSockets: true } : (JSON.parse(text) as FunctionTraits);
}
