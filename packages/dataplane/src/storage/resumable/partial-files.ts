import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { StorageError, tooLarge } from '../errors/storage-error.ts';
import { diskFull, type LocalFilesOptions, makeFolder, spaceCheck } from '../files/local-object-files.ts';
import { syncFolder } from '../files/shared-folder-sync.ts';
import type { Checksum, UploadName } from './tus-headers.ts';

/** What is known of an upload apart from its bytes. */
export interface UploadFacts extends UploadName {
  /** Null until the client says it. */
  length: number | null;
  /** The most that it may have, in bytes: so much of the quotas is its own until it is done. Older ones know none. */
  promised?: number;
  contentType: string;
  cacheControl: string;
  userMetadata: Record<string, unknown> | null;
  replace: boolean;
  /** Who began it, and only they go on: by a link, or as a role with a claim `sub`. */
  by: { link: true; subject: string } | { link: false; role: string; subject: string };
  /** The header as it came: clients ask for it again. */
  metadataHeader: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
  /** The object is stored. This is kept, so that a client that missed the answer learns of it. */
  done: boolean;
}

/** After so many bytes the disk is looked at again. */
const LOOK_AFTER_BYTES = 8 * 1024 * 1024;
/** Between the file of an upload and its facts pass milliseconds. */
const ABANDONED_MS = 3_600_000;

/** Uploads that are under way, in files of this machine beside the objects. */
export interface PartialFiles {
  /** Begins an upload without bytes. When this resolves it outlives a crash. */
  create(ref: string, facts: UploadFacts): Promise<void>;
  /** Keeps changed facts. When this resolves they outlive a crash. */
  save(ref: string, facts: UploadFacts): Promise<void>;
  /** Null when there is no such upload. */
  load(ref: string, version: string): Promise<UploadFacts | null>;
  /** Where the bytes are, for whoever stores the object. */
  fileOf(ref: string, version: string): string;
  /** How many bytes have come; null when they are no longer here. */
  sizeOf(ref: string, version: string): Promise<number | null>;
  /** Bytes that uploads of a project which are under way were promised, by bucket. */
  promised(ref: string): Promise<Map<string, number>>;
  /** Refuses what the disk has no room for. @throws {StorageError} InsufficientStorage */
  checkSpace(bytes: number): Promise<void>;
  /**
   * Adds bytes behind those that are there. What came is kept and made to last, also when the rest does not come; with a checksum, or
   * when there is more than `most`, all or nothing.
   * @returns how many bytes there are now
   * @throws {StorageError} EntityTooLarge, ChecksumMismatch, InsufficientStorage; whatever the bytes fail with
   */
  append(
    ref: string,
    version: string,
    bytes: AsyncIterable<Buffer>,
    limits: { at: number; most: number; checksum: Checksum | null },
  ): Promise<number>;
  remove(ref: string, version: string): Promise<void>;
  /** Clears away what has expired, but for those that `isBusy`. */
  sweep(now: number, isBusy: (version: string) => boolean): Promise<void>;
}

/** `<root>/<ref>/resumable/<version>` holds the bytes, `<version>.json` the facts, `<version>.unchecked` where unchecked bytes begin. */
export function openPartialFiles(root: string, options: LocalFilesOptions = {}): PartialFiles {
  const look = spaceCheck(root, options);
  const checkSpace = async (more: number) => {
    await makeFolder(root);
    await look(more);
  };
  const folderOf = (ref: string) => path.join(root, ref, 'resumable');
  const fileOf = (ref: string, version: string) => path.join(folderOf(ref), version);

  const remove = async (ref: string, version: string) => {
    // The facts last: without them nobody would look for the bytes.
    for (const end of ['.unchecked', '.unchecked.new', '.json.new', '', '.json'])
      await rm(fileOf(ref, version) + end, { force: true });
  };

  return {
    fileOf,
    checkSpace,
    remove,
    async create(ref, facts) {
      for (const each of [root, path.join(root, ref), folderOf(ref)]) await makeFolder(each);
      await (await open(fileOf(ref, facts.version), 'wx', 0o600)).close();
      await this.save(ref, facts);
    },
    async save(ref, facts) {
      await writeWhole(`${fileOf(ref, facts.version)}.json`, JSON.stringify(facts));
    },
    async load(ref, version) {
      return readFacts(`${fileOf(ref, version)}.json`);
    },
    async sizeOf(ref, version) {
      const file = fileOf(ref, version);
      // A process was killed before it had checked what came last.
      const checked = await readFile(`${file}.unchecked`, 'utf8').catch(missingIsNull);
      const found = await stat(file).catch(missingIsNull);
      return found === null ? null : Math.min(found.size, checked === null ? found.size : Number(checked));
    },
    async promised(ref) {
      const bytes = new Map<string, number>();
      for (const name of (await readdir(folderOf(ref)).catch(missingIsNull)) ?? []) {
        if (!name.endsWith('.json')) continue;
        // It may be gone since.
        const facts = await readFacts(path.join(folderOf(ref), name));
        if (facts === null || facts.done) continue;
        const most = facts.length ?? facts.promised ?? 0;
        bytes.set(facts.bucket, (bytes.get(facts.bucket) ?? 0) + most);
      }
      return bytes;
    },
    async append(ref, version, bytes, { at, most, checksum }) {
      const file = fileOf(ref, version);
      const unchecked = `${file}.unchecked`;
      const handle = await open(file, constants.O_WRONLY | constants.O_NOFOLLOW);
      // What came before stays, and counts as checked from then on: the mark goes when no crash brings the bytes back.
      const takeBack = async () => {
        await handle.truncate(at);
        await handle.datasync();
        await rm(unchecked, { force: true });
      };
      try {
        const hasMark = (await stat(unchecked).catch(missingIsNull)) !== null;
        if (checksum !== null) await writeWhole(unchecked, String(at));
        try {
          if (checksum === null && hasMark) await takeBack();
          else await handle.truncate(at);
          await writeBehind(handle, bytes, { at, most, checksum, checkSpace });
        } catch (error) {
          if (checksum !== null || isLie(error)) await takeBack();
          throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull(error) : error;
        } finally {
          await handle.datasync();
        }
        if (checksum !== null) await rm(unchecked, { force: true });
        return (await handle.stat()).size;
      } finally {
        await handle.close();
      }
    },
    async sweep(now, isBusy) {
      for (const ref of await readdir(root).catch(() => []))
        for (const name of await readdir(folderOf(ref)).catch(() => [])) {
          const version = name.split('.')[0] ?? '';
          if (!isBusy(version) && (await isOver(folderOf(ref), version, now))) await remove(ref, version);
        }
    },
  };
}

/** @throws {StorageError} */
async function writeBehind(
  handle: FileHandle,
  bytes: AsyncIterable<Buffer>,
  how: { at: number; most: number; checksum: Checksum | null; checkSpace(more: number): Promise<void> },
): Promise<void> {
  const hash = how.checksum === null ? null : createHash(how.checksum.algorithm);
  let at = how.at;
  let unlooked = LOOK_AFTER_BYTES;
  for await (const chunk of bytes) {
    if (at + chunk.length > how.most) throw tooLarge();
    unlooked += chunk.length;
    if (unlooked >= LOOK_AFTER_BYTES) {
      unlooked = 0;
      await how.checkSpace(0);
    }
    hash?.update(chunk);
    for (let from = 0; from < chunk.length; ) {
      // A disk that is nearly full may take a part only.
      const { bytesWritten } = await handle.write(chunk, from, chunk.length - from, at);
      from += bytesWritten;
      at += bytesWritten;
    }
  }
  if (hash !== null && hash.digest('base64') !== how.checksum?.digest)
    throw new StorageError('ChecksumMismatch', 'The bytes are not those that Upload-Checksum is of.');
}

/** Whoever sends more than they announced may have meant other bytes before. */
function isLie(error: unknown): boolean {
  return error instanceof StorageError && error.code === 'EntityTooLarge';
}

/** Written beside, made to last, renamed. */
async function writeWhole(file: string, text: string): Promise<void> {
  const beside = `${file}.new`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
  await syncFolder(path.dirname(file));
}

async function readFacts(file: string): Promise<UploadFacts | null> {
  const text = await readFile(file, 'utf8').catch(missingIsNull);
  return text === null ? null : (JSON.parse(text) as UploadFacts);
}

/** What has no facts was left by a process that was killed, and nobody can go on with it. */
async function isOver(folder: string, version: string, now: number): Promise<boolean> {
  const facts = await readFacts(path.join(folder, `${version}.json`));
  if (facts !== null) return facts.expiresAt <= now;
  const found = await stat(path.join(folder, version)).catch(missingIsNull);
  return found === null || now - found.mtimeMs > ABANDONED_MS;
}

function missingIsNull(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
