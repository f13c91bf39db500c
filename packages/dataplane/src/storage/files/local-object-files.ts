import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { StorageError, tooLarge } from '../errors/storage-error.ts';
import { fileHasher, type RunningHash } from './hash/file-hasher.ts';
import { SMALL_BYTES } from './hash/tag.ts';
import { localProjectFiles } from './local-project-files.ts';
import { ABANDONED_MS, isVersion, type ObjectFiles, type OpenFile, type StoredFile } from './object-files.ts';
import { shareFolderSync, syncFolder } from './shared-folder-sync.ts';

const MB = 1024 * 1024;
/** Databases share the disk, and one that finds none left stops: objects leave them so much. */
const SPACE_TO_LEAVE = 256 * MB;
const PLENTY = 8 * 1024 * MB;
const KNOWN_FOR_MS = 100;
/** After so many bytes of one object the disk is looked at again. */
const LOOK_AFTER_BYTES = 8 * MB;
const READ_BYTES = 256 * 1024;
/** Chunks come from the network in small pieces, and each call to write costs. */
const WRITE_BYTES = 512 * 1024;
/** However small they are. */
const WRITE_CHUNKS = 64;
/** Smaller chunks are not worth it. In bytes. */
const FREED_FROM = 16 * 1024;
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
        const { size, tag } = await writeBeside(beside, bytes, { maxBytes, anyTag, checkMore });
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

async function writeBeside(
  file: string,
  bytes: AsyncIterable<Buffer>,
  limits: { maxBytes: number; anyTag: boolean; checkMore: () => Promise<void> },
): Promise<Omit<StoredFile, 'version'>> {
  const handle = await open(
    file,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o600,
  );
  let inThread: RunningHash | null = null;
  const { write, finish, settled } = writeInPieces(handle, (written) => inThread?.written(written));
  try {
    const hash = createHash('md5');
    let size = 0;
    let unchecked = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      unchecked += chunk.length;
      if (size > limits.maxBytes) throw tooLarge();
      if (unchecked >= LOOK_AFTER_BYTES) {
        unchecked = 0;
        await limits.checkMore();
      }
      if (inThread === null && size > SMALL_BYTES)
        inThread = fileHasher.begin(file, limits.anyTag ? 'quick' : 'md5');
      if (inThread === null) hash.update(chunk);
      await write(chunk);
    }
    await finish();
    const [tag] = await Promise.all([inThread?.complete(size) ?? hash.digest('hex'), handle.datasync()]);
    inThread = null;
    return { size, tag };
  } finally {
    inThread?.cancel();
    await settled();
    await handle.close();
  }
}

/**
 * Writes chunks many at a time, while the next ones arrive and are hashed. No more than twice `WRITE_BYTES` are waiting. What a write
 * fails with comes out at the next call.
 * @param onWritten hears now and then how many bytes the file has for certain
 */
function writeInPieces(handle: FileHandle, onWritten: (bytes: number) => void) {
  let waiting: Buffer[] = [];
  let length = 0;
  let written = 0;
  let writing = Promise.resolve();
  async function begin(): Promise<void> {
    await writing;
    onWritten(written);
    written += length;
    writing = writeAll(handle, waiting);
    // Whoever awaits it next hears of it; nobody may do so before the process looks for errors that nobody took.
    writing.catch(() => {});
    waiting = [];
    length = 0;
  }
  return {
    async write(chunk: Buffer): Promise<void> {
      waiting.push(chunk);
      length += chunk.length;
      if (length >= WRITE_BYTES || waiting.length >= WRITE_CHUNKS) await begin();
    },
    async finish(): Promise<void> {
      if (length > 0) await begin();
      await writing;
    },
    /** Resolves when nothing is being written any more, however that ended. */
    settled: () => writing.catch(() => {}),
  };
}

/** A disk that is nearly full may take a part only. */
async function writeAll(handle: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  let left = chunks.filter((chunk) => chunk.length > 0);
  while (left.length > 0) {
    let { bytesWritten } = await handle.writev(left);
    const next: Buffer[] = [];
    for (const chunk of left) {
      if (bytesWritten < chunk.length) next.push(chunk.subarray(bytesWritten));
      bytesWritten = Math.max(0, bytesWritten - chunk.length);
    }
    left = next;
  }
  for (const chunk of chunks) free(chunk);
}

/**
 * Gives the memory of a chunk back at once. Chunks are larger outside of the heap than in it, so the collector would find out late,
 * and then go through the whole heap for every 30 MB that pass.
 */
function free({ buffer, byteLength }: Buffer): void {
  // What shares its memory with others is left alone.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength && byteLength >= FREED_FROM)
    buffer.transfer(0);
}

async function openFile(file: string): Promise<OpenFile | null> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ELOOP') return null;
      throw error;
    },
  );
  if (handle === null) return null;
  const found = await handle.stat();
  if (!found.isFile()) {
    await handle.close();
    return null;
  }
  return {
    size: found.size,
    stream(range) {
      if (found.size === 0) {
        void handle.close();
        return Readable.from([]);
      }
      return handle.createReadStream({
        highWaterMark: READ_BYTES,
        ...(range === null ? {} : { start: range.start, end: range.end }),
      });
    },
    async read(range) {
      const [start, end] = range === null ? [0, found.size] : [range.start, range.end + 1];
      const bytes = Buffer.allocUnsafe(end - start);
      try {
        for (let at = 0; at < bytes.length; ) {
          const { bytesRead } = await handle.read(bytes, at, bytes.length - at, start + at);
          if (bytesRead === 0) throw new Error('A file of an object is shorter than it was.');
          at += bytesRead;
        }
        return bytes;
      } finally {
        await handle.close();
      }
    },
    close: () => handle.close(),
  };
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
