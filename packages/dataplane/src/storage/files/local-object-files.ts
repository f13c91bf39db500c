import { randomUUID } from 'node:crypto';
import { link, lstat, mkdir, readdir, rename, rm, stat, statfs, utimes } from 'node:fs/promises';
import path from 'node:path';
import { StorageError, tooLarge } from '../errors/storage-error.ts';
import { localProjectFiles } from './local-project-files.ts';
import { ABANDONED_MS, isVersion, type ObjectFiles } from './object-files.ts';
import { openFile } from './open-file.ts';
import { shareFolderSync, syncFolder } from './shared-folder-sync.ts';
import { writeFile } from './write-file.ts';

const MB = 1024 * 1024;
/** Databases share the disk, and one that finds none left stops: objects leave them so much. */
const SPACE_TO_LEAVE = 256 * MB;
const PLENTY = 8 * 1024 * MB;
const KNOWN_FOR_MS = 100;
/** One for each way in which a version can begin. */
const FOLDER_NAMES = Array.from({ length: 256 }, (_, first) => first.toString(16).padStart(2, '0'));

export interface LocalFilesOptions {
  /** Free bytes of the disk. Only tests say so. */
  freeBytes?: (folder: string) => Promise<number>;
  /** Only tests say so. */
  spaceToLeave?: number;
}

/**
 * Objects as files in a folder that belongs to this process: `<root>/<ref>/objects/<aa>/<version>`. No part of a path comes
 * from a user. A file is written beside, made to last, and renamed, so a version that can be opened is whole.
 */
export function openLocalFiles(root: string, options: LocalFilesOptions = {}): ObjectFiles {
  const checkSpace = spaceCheck(root, options);
  const ready = new Map<string, Promise<void>>();
  let group = 0;
  // Objects that come while a folder is being synced go into the next folder together, and share its sync.
  const folders = shareFolderSync(() => {
    group = (group + 1) % FOLDER_NAMES.length;
  });
  const newVersion = () => `${FOLDER_NAMES[group]}${randomUUID().slice(2)}`;
  const putInPlace = async (target: string, put: (target: string) => Promise<void>) => {
    await put(target);
    await folders.sync(path.dirname(target));
  };

  const place = (ref: string, version: string) =>
    path.join(root, ref, 'objects', version.slice(0, 2), version);
  const incoming = (ref: string) => path.join(root, ref, 'incoming');

  async function prepare(ref: string): Promise<void> {
    const known = ready.get(ref) ?? prepareProject(path.join(root, ref), incoming(ref));
    ready.set(ref, known);
    await known.catch((error: unknown) => {
      ready.delete(ref);
      throw error;
    });
  }

  return {
    ...localProjectFiles(root),
    async write(ref, bytes, { maxBytes, expected, anyTag = false }) {
      if (expected !== null && expected > maxBytes) throw tooLarge();
      await prepare(ref);
      await checkSpace(expected ?? 0);
      const version = newVersion();
      const beside = path.join(incoming(ref), version);
      try {
        const checkMore = () => checkSpace(0);
        const { size, tag } = await writeFile(beside, bytes, { maxBytes, anyTag, checkMore });
        await putInPlace(place(ref, version), (target) => rename(beside, target));
        return { version, size, tag };
      } catch (error) {
        await rm(beside, { force: true }).catch(() => {});
        throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull(error) : error;
      }
    },
    async adopt(ref, file, version) {
      await prepare(ref);
      // A file that took days to arrive is a new one from now on.
      const now = new Date();
      await utimes(file, now, now);
      await putInPlace(place(ref, version), (target) => rename(file, target));
      await syncFolder(path.dirname(file));
    },
    async copy(ref, version) {
      if (!isVersion(version)) return null;
      const copied = newVersion();
      try {
        await stat(place(ref, version));
        await prepare(ref);
        await putInPlace(place(ref, copied), (target) => link(place(ref, version), target));
        return copied;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    open: (ref, version) => (isVersion(version) ? openFile(place(ref, version)) : Promise.resolve(null)),
    async discard(ref, version) {
      if (isVersion(version)) await rm(place(ref, version), { force: true });
    },
    async *list(ref) {
      for (const folder of FOLDER_NAMES) {
        const names = await readdir(path.join(root, ref, 'objects', folder)).catch(missingIsEmpty);
        const versions = names.filter((name) => isVersion(name) && name.startsWith(folder));
        if (versions.length > 0) yield versions.sort();
      }
    },
    async inspect(ref, version) {
      if (!isVersion(version)) return null;
      const found = await lstat(place(ref, version)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!found?.isFile()) return null;
      // Of a copy, which is a link, only this one is new.
      return { size: found.size, changedAt: found.ctime };
    },
  };
}

function missingIsEmpty(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** Refuses bytes for which the disk has no room beside what databases need. It throws InsufficientStorage. */
export function spaceCheck(root: string, options: LocalFilesOptions): (more: number) => Promise<void> {
  const { freeBytes = plentyIsKnown(freeBytesOf), spaceToLeave = SPACE_TO_LEAVE } = options;
  return async (more) => {
    if ((await freeBytes(root)) - more < spaceToLeave) throw diskFull();
  };
}

/**
 * Makes the folders of a project. All folders are made at once, so that an upload waits for no name but its own. Killed in between, the next process makes the names last.
 */
async function prepareProject(folder: string, incoming: string): Promise<void> {
  const objects = path.join(folder, 'objects');
  for (const each of [path.dirname(folder), folder, objects, incoming]) await ensureFolder(each);
  for (const name of FOLDER_NAMES) await ensureFolder(path.join(objects, name));
  const root = path.dirname(folder);
  for (const each of [path.dirname(root), root, folder, objects]) await syncFolder(each);
}

/** Clears away what was being written in any project when a process was killed long ago. */
export async function sweepIncoming(root: string, now: number): Promise<void> {
  for (const ref of await readdir(root).catch(missingIsEmpty)) {
    const folder = path.join(root, ref, 'incoming');
    for (const name of await readdir(folder).catch(missingIsEmpty)) {
      const file = path.join(folder, name);
      const found = await stat(file).catch(() => null);
      if (found !== null && now - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true });
    }
  }
}

async function ensureFolder(folder: string): Promise<boolean> {
  return mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );
}

/** A folder whose name outlives a crash of the machine. */
export async function makeFolder(folder: string): Promise<void> {
  if (await ensureFolder(folder)) await syncFolder(path.dirname(folder));
}

/** Looks again only after a while where more is free than anybody writes in it: each small object would ask, and wait for the answer. */
function plentyIsKnown(look: (folder: string) => Promise<number>): (folder: string) => Promise<number> {
  let until = 0;
  let known = 0;
  return async (folder) => {
    if (known > PLENTY && performance.now() < until) return known;
    known = await look(folder);
    until = performance.now() + KNOWN_FOR_MS;
    return known;
  };
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function diskFull(cause?: unknown): StorageError {
  const message = 'The object was not stored, because little space is left on the disk of the server.';
  return new StorageError('InsufficientStorage', message, { cause });
}
