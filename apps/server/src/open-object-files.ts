import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ObjectFiles, openLocalFiles } from '@basalt/dataplane/object-files';
import { type Config, ConfigError } from './config.ts';
import type { Home } from './home.ts';
import { objectsFolder } from './objects-folder.ts';

/** Where objects of projects are kept: in files of this machine, or in a bucket, whose client is loaded only then. */
export async function openObjectFiles({ objectStore }: Config, home: Home): Promise<ObjectFiles> {
  const folder = objectsFolder(home);
  if (objectStore === null) return openLocalFiles(folder);
  const { openS3Files } = await import('@basalt/dataplane/s3-object-files');
  return openS3Files({ ...objectStore, folder });
}

/**
 * Refuses a start that would lose sight of objects: where they are kept is written down once, and they are not moved by us. A bucket that
 * cannot be reached now is waited for, one that refuses us is a mistake.
 * @throws ConfigError
 */
export async function settleObjectStore({ objectStore }: Config, home: Home): Promise<void> {
  const place = path.join(home.path, 'object-store.json');
  const kept = await readPlace(place);
  const wanted = objectStore === null ? null : `${objectStore.bucket} at ${objectStore.endpoint}`;
  if (kept !== null && kept !== wanted)
    throw new ConfigError(
      `BASALT_S3_BUCKET must be the bucket ${kept}, where the objects of this installation are. To keep them elsewhere, move them, then delete ${place}.`,
    );
  if (objectStore === null || wanted === null) return;
  if (kept === null && (await hasLocalObjects(objectsFolder(home))))
    throw new ConfigError(
      `BASALT_S3_BUCKET is set, and there are objects in ${objectsFolder(home)}: move them into the bucket and out of the folder first.`,
    );
  const { checkBucket } = await import('@basalt/dataplane/s3-object-files');
  const refusal = await checkBucket(objectStore);
  if (refusal !== null) throw new ConfigError(`BASALT_S3_BUCKET cannot be used: ${refusal}`);
  if (kept !== null) return;
  await writeFile(`${place}.new`, JSON.stringify({ place: wanted }), { mode: 0o600 });
  await rename(`${place}.new`, place);
}

async function readPlace(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return (JSON.parse(text) as { place: string }).place;
  } catch {
    throw new ConfigError(`${file} must say in which bucket objects are kept, and cannot be read.`);
  }
}

async function hasLocalObjects(folder: string): Promise<boolean> {
  const files = openLocalFiles(folder);
  for (const ref of await readdir(folder).catch(() => []))
    for await (const versions of files.list(ref)) if (versions.length > 0) return true;
  return false;
}
