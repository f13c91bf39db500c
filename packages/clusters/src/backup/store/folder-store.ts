import { constants, createWriteStream } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { syncFolder } from '../../local/files/atomic-file.ts';
import { freeDiskBytes } from '../../local/files/disk.ts';
import { scratchName, sweepScratch } from '../../local/files/scratch-name.ts';
import { type BackupStore, type StoredObject, type StorePlace, UP_TO_DATE } from '../ports/backup-store.ts';
import { BackupError } from '../ports/cluster-backups.ts';
import { checkKey, checkPrefix } from './check-key.ts';

const READ_AT_ONCE = 1024 * 1024;
const MOST_LISTINGS = 5;
/** Unfinished objects and deleted folders are here until they are complete or gone. No key begins with a dot. */
const UNFINISHED = '.unfinished';

/**
 * Backups in a folder of this machine: an object is a file, a key its path. Made if it is not there; what killed processes left
 * unfinished is deleted.
 */
export async function openFolderStore(folder: string): Promise<BackupStore> {
  const unfinished = join(folder, UNFINISHED);
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await sweepScratch(unfinished);
  return new FolderStore(folder);
}

class FolderStore implements BackupStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async put(key: string, content: Readable | Buffer): Promise<number> {
    const path = this.#path(key);
    const unfinished = scratchName(join(this.#folder, UNFINISHED, basename(path)));
    try {
      const file = createWriteStream(unfinished, {
        flags: 'wx',
        mode: 0o600,
        flush: true,
        highWaterMark: READ_AT_ONCE,
      });
      await pipeline(
        Buffer.isBuffer(content) ? Readable.from([content], { objectMode: false }) : content,
        file,
      );
      await makeFolder(dirname(path));
      await rename(unfinished, path);
      await syncFolder(dirname(path));
      return file.bytesWritten;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async copy(from: string, to: string): Promise<void> {
    const path = this.#path(to);
    const unfinished = scratchName(join(this.#folder, UNFINISHED, basename(path)));
    try {
      await linkOrCopy(this.#path(from), unfinished).catch(notFound(from));
      await makeFolder(dirname(path));
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    } finally {
      // Renaming a file to another name of the same file leaves both.
      await rm(unfinished, { force: true });
    }
  }

  async read(key: string): Promise<Readable> {
    const file = await open(this.#path(key), 'r').catch(notFound(key));
    return file.createReadStream({ highWaterMark: READ_AT_ONCE });
  }

  async stat(key: string): Promise<StoredObject | null> {
    return describe(key, this.#path(key));
  }

  async list(prefix: string): Promise<StoredObject[]> {
    checkPrefix(prefix);
    const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    for (let attempt = 1; ; attempt += 1) {
      const found: StoredObject[] = [];
      const isWhole = await this.#collect(parent, prefix, found);
      // Something that was listed has gone: what replaced it may be missing too.
      if (isWhole || attempt === MOST_LISTINGS) return found.sort((a, b) => (a.key < b.key ? -1 : 1));
    }
  }

  async remove(prefix: string): Promise<void> {
    for (const { key } of await this.list(prefix)) await rm(this.#path(key), { force: true });
    if (prefix.endsWith('/')) await removeEmpty(join(this.#folder, prefix));
  }

  async write(key: string, offset: number, bytes: Buffer): Promise<void> {
    const path = this.#path(key);
    const file = (await open(path, 'r+').catch(nullIfMissing)) ?? (await createFile(path));
    try {
      for (let done = 0; done < bytes.length; )
        done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten;
      await file.datasync();
    } finally {
      await file.close();
    }
  }

  async places(): Promise<StorePlace[]> {
    return [{ ...UP_TO_DATE, kind: 'folder', freeBytes: await this.freeBytes() }];
  }

  freeBytes(): Promise<number | null> {
    return freeDiskBytes(this.#folder);
  }

  #path(key: string): string {
    checkKey(key);
    return join(this.#folder, key);
  }

  /** @returns whether everything that was listed was still there when it was looked at */
  async #collect(parent: string, prefix: string, found: StoredObject[]): Promise<boolean> {
    let isWhole = true;
    const entries =
      (await readdir(join(this.#folder, parent), { withFileTypes: true }).catch(nullIfMissing)) ?? [];
    for (const entry of entries) {
      const key = `${parent}${entry.name}`;
      if (entry.name.startsWith('.')) continue;
      if (entry.isDirectory() && `${key}/`.startsWith(prefix.slice(0, key.length + 1)))
        isWhole = (await this.#collect(`${key}/`, prefix, found)) && isWhole;
      if (!entry.isFile() || !key.startsWith(prefix)) continue;
      const object = await describe(key, join(this.#folder, key));
      if (object) found.push(object);
      else isWhole = false;
    }
    return isWhole;
  }
}

async function describe(key: string, path: string): Promise<StoredObject | null> {
  const stats = await stat(path).catch(nullIfMissing);
  return stats?.isFile() ? { key, bytes: stats.size, storedAt: stats.mtime } : null;
}

/** Two names of one file; where the file system has no such thing, or no more names for this file, a second file. */
async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (isMissing(error)) throw error;
    await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    const file = await open(to, 'r+');
    await file.sync().finally(() => file.close());
  }
}

async function createFile(path: string) {
  await makeFolder(dirname(path));
  const file = await open(path, 'wx+', 0o600);
  await syncFolder(dirname(path));
  return file;
}

/** New folders survive a loss of power, each by its parent. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let made = folder; first !== undefined && made.length >= first.length; made = dirname(made))
    await syncFolder(dirname(made));
}

async function removeEmpty(folder: string): Promise<void> {
  for (const entry of (await readdir(folder, { withFileTypes: true }).catch(nullIfMissing)) ?? [])
    if (entry.isDirectory()) await removeEmpty(join(folder, entry.name));
  await rmdir(folder).catch(() => undefined); // not empty: somebody stores something again
}

function notFound(key: string): (error: unknown) => never {
  return (error) => {
    if (!isMissing(error)) throw error;
    throw new BackupError('not_found', `The store of backups holds nothing called ${key}.`, { cause: error });
  };
}

function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function nullIfMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
