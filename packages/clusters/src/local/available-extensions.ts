import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';

/** Names of the extensions that a build offers, sorted. */
export async function availableExtensions({ postgres }: Binaries): Promise<string[]> {
  const folder = join(dirname(dirname(postgres)), 'share', 'postgresql', 'extension');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.control'));
  return names.map((name) => name.slice(0, -'.control'.length)).sort();
}
