import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupStore, type Log, openFolderStore } from '@basalt/clusters';
import { type CopiedStore, noteEverything, openCopiedStore, openNotes } from '@basalt/clusters/copied-store';
import { ConfigError } from '../config.ts';

/** What the bucket and the folder lack of each other is noted here. While it is there, the folder is known to be what it says. */
const NOTES = '.copied';
/** An installation that is being restored reads from the bucket first of all. */
const FILL_AFTER_MS = 60_000;
/** What belongs to no project and must not be on a disk as it is: it is in the bucket only. */
const ONLY_IN_BUCKET = /^_(?:installation|functions)\//;

/** A bucket, with a copy of what is in it in a folder. {@link prepareLocalCopy} goes before. */
export async function openLocalCopy(folder: string, bucket: BackupStore, log: Log): Promise<CopiedStore> {
  const near = await openFolderStore(folder);
  const notes = await openNotes(join(folder, NOTES));
  const isCopied = (key: string) => !ONLY_IN_BUCKET.test(key);
  return openCopiedStore({ near, far: bucket, notes, log, isCopied, fillAfterMs: FILL_AFTER_MS });
}

/**
 * Makes a folder ready to be the copy of a bucket. One that has been that already stays as it is.
 * @param kept where backups have been until now. `folder`: everything that is there is to come into the bucket; where there is nothing,
 *   what the bucket has comes here. `bucket`: what is in
 *   the folder is older, and goes; the copy is made anew.
 */
export async function prepareLocalCopy(folder: string, kept: 'folder' | 'bucket'): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = await readdir(folder);
  if (names.includes(NOTES)) return;
  const unfinished = join(folder, `${NOTES}.new`);
  await rm(unfinished, { recursive: true, force: true });
  const notes = await openNotes(unfinished);
  const present = names.filter((name) => !name.startsWith('.'));
  if (kept === 'bucket') for (const name of present) await rm(join(folder, name), { recursive: true });
  else if (present.length > 0) await noteEverything(await openFolderStore(folder), notes);
  await rename(unfinished, join(folder, NOTES));
}

/**
 * From now on the folder is no copy of the bucket any more.
 * @param isBucket whether backups are in the bucket from now on
 * @throws ConfigError when the bucket lacks something that only the folder has
 */
export async function endLocalCopy(folder: string, isBucket: boolean): Promise<void> {
  const path = join(folder, NOTES);
  if (!(await readdir(folder).catch((): string[] => [])).includes(NOTES)) return;
  const missing = [...(await (await openNotes(path)).load()).values()].flat().length;
  if (isBucket && missing > 0)
    throw new ConfigError(
      `BASALT_BACKUPS_LOCAL_COPY must stay on until the bucket has everything: it may lack up to ${missing} changes that only ${folder} has. Start with it, wait until the pages of backups say that the bucket is up to date, and stop Basalt in order.`,
    );
  await rm(path, { recursive: true });
}
