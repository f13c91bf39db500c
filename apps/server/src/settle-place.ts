import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError, type ObjectStore } from './config.ts';
import type { Home } from './home.ts';

/** A bucket, and the public half of the key that what is in it is encrypted with. */
export type Place = ObjectStore & { prefix?: string; sealedFor?: string | null };

/** Something that is kept in a folder of the home, or in a bucket. */
export interface Kept {
  /** What is kept, as a sentence says it: `objects`. */
  what: string;
  /** The variable that names the bucket. */
  setting: string;
  store: Place | null;
  folder: string;
  hasLocal: () => Promise<boolean>;
  /** Where in the home it is written down in which bucket they are. */
  record: string;
  /** What the key of an object begins with that is written there on trial. Without it, nothing is. */
  trial?: string;
}

/**
 * Refuses a start that would lose sight of what is kept: its place is written down once, and nothing is moved by us. A bucket that
 * cannot be reached now is waited for, one that refuses us is a mistake.
 * @throws ConfigError
 */
export async function settlePlace(
  { what, setting, store, folder, hasLocal, record, trial }: Kept,
  home: Home,
): Promise<void> {
  const file = path.join(home.path, record);
  const kept = await readPlace(file, what);
  const wanted = store === null ? null : placeOf(store);
  if (kept !== null && kept !== wanted)
    throw new ConfigError(
      `${setting} must be the bucket ${kept}, where the ${what} of this installation are. To keep them elsewhere, move them, then delete ${file}.`,
    );
  if (store === null || wanted === null) return;
  if (kept === null && (await hasLocal()))
    throw new ConfigError(
      `${setting} is set, and there are ${what} in ${folder}: move them into the bucket and out of the folder first.`,
    );
  const { checkBucket } = await import('@basalt/object-store');
  const refusal = await checkBucket(store, trial);
  if (refusal !== null) throw new ConfigError(`${setting} cannot be used: ${refusal}`);
  if (kept !== null) return;
  await writeFile(`${file}.new`, JSON.stringify({ place: wanted }), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** As people are told it. */
export function placeOf({ bucket, prefix = '', endpoint, sealedFor = null }: Place): string {
  const folder = prefix === '' ? '' : `/${prefix}`;
  const sealed = sealedFor === null ? '' : `, encrypted for ${sealedFor}`;
  return `${bucket}${folder} at ${endpoint}${sealed}`;
}

async function readPlace(file: string, what: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return (JSON.parse(text) as { place: string }).place;
  } catch {
    throw new ConfigError(`${file} must say in which bucket ${what} are kept, and cannot be read.`);
  }
}
