import { readdir } from 'node:fs/promises';
import { type ObjectFiles, openLocalFiles } from '@basalt/dataplane/object-files';
import type { Config } from './config.ts';
import type { Home } from './home.ts';
import { objectsFolder } from './objects-folder.ts';
import { settlePlace } from './settle-place.ts';

/** Where objects of projects are kept: in files of this machine, or in a bucket, whose client is loaded only then. */
export async function openObjectFiles({ objectStore }: Config, home: Home): Promise<ObjectFiles> {
  const folder = objectsFolder(home);
  if (objectStore === null) return openLocalFiles(folder);
  const { openS3Files } = await import('@basalt/dataplane/s3-object-files');
  return openS3Files({ ...objectStore, folder });
}

/** Refuses a start that would lose sight of objects. @throws ConfigError */
export function settleObjectStore({ objectStore }: Config, home: Home): Promise<void> {
  const folder = objectsFolder(home);
  return settlePlace(
    {
      what: 'objects',
      setting: 'BASALT_S3_BUCKET',
      store: objectStore,
      folder,
      hasLocal: () => hasLocalObjects(folder),
      record: 'object-store.json',
    },
    home,
  );
}

async function hasLocalObjects(folder: string): Promise<boolean> {
  const files = openLocalFiles(folder);
  for (const ref of await readdir(folder).catch(() => []))
    for await (const versions of files.list(ref)) if (versions.length > 0) return true;
  return false;
}
