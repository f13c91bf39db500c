import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Home, writeAtomically } from '../home.ts';

const PACKAGE = new URL('../../../../package.json', import.meta.url);

/** The version of this Basalt, `0.1.0`. */
export async function ownVersion(): Promise<string> {
  return JSON.parse(await readFile(PACKAGE, 'utf8')).version;
}

/** The version that has last served from this data folder. Null: one that did not write it down, or none. */
export async function usedVersion(home: Home): Promise<string | null> {
  const text = await readFile(fileOf(home), 'utf8').catch(() => '{}');
  const version = /"version":\s*"([^"]+)"/.exec(text)?.[1];
  return version ?? null;
}

/** Writes down that this version serves from the data folder now. */
export async function rememberVersion(home: Home): Promise<void> {
  const version = await ownVersion();
  if ((await usedVersion(home)) === version) return;
  await writeAtomically(fileOf(home), `${JSON.stringify({ version })}\n`, 0o644);
}

function fileOf(home: Home): string {
  return join(home.path, 'version.json');
}
