import type { Readable } from 'node:stream';
import { noSuchUpload, StorageError, tooLarge } from '../errors/storage-error.ts';
import type { ObjectFiles } from '../files/object-files.ts';
import type { StorageRoom } from '../quota/storage-room.ts';
import { finishUpload, limitOf, saveRow, type UploadRights } from './finish-upload.ts';
import type { PartialFiles, UploadFacts } from './partial-files.ts';
import type { Checksum, UploadName } from './tus-headers.ts';
import { createUploadLocks } from './upload-locks.ts';

export interface ResumableUploads {
  /** @throws {StorageError} when whoever asks may not, or there is no room */
  begin(ref: string, facts: UploadFacts, rights: UploadRights): Promise<void>;
  /** Adds what comes. The object is stored when all has come. */
  goOn(ref: string, name: UploadName, rights: UploadRights, more: MoreBytes): Promise<Progress>;
  /** How far it is. Whoever asks has lost what they were sending, so that is broken off. */
  look(ref: string, name: UploadName, rights: UploadRights): Promise<Progress>;
  /** Forgets an upload and its bytes. */
  end(ref: string, name: UploadName, rights: UploadRights): Promise<void>;
  /** Clears away what has expired. */
  sweep(): Promise<void>;
}

export interface MoreBytes {
  /** How many the client believes to be there. */
  offset: number;
  /** Of the whole upload, when the client says it now. */
  length: number | null;
  /** Of this request, as far as the client announced it. */
  announced: number;
  checksum: Checksum | null;
  bytes: Readable;
}

export interface Progress {
  offset: number;
  facts: UploadFacts;
}

/** Uploads that may be broken off at any byte and gone on with, also after this process was killed. */
export function createResumableUploads(
  { files, room }: { files: ObjectFiles; room: StorageRoom },
  partial: PartialFiles,
): ResumableUploads {
  const locks = createUploadLocks();

  /** Which is for whoever began it. */
  async function find(ref: string, name: UploadName, rights: UploadRights): Promise<UploadFacts> {
    const facts = await partial.load(ref, name.version);
    if (facts === null || facts.bucket !== name.bucket || facts.key !== name.key) throw noSuchUpload();
    const { by } = facts;
    const { link, role, subject } = rights;
    if (by.link !== link || by.subject !== subject || (!by.link && by.role !== role))
      throw new StorageError('AccessDenied', 'The upload belongs to somebody else');
    if (facts.expiresAt <= Date.now()) throw new StorageError('UploadExpired', 'The upload has expired');
    return facts;
  }

  async function sizeOf(ref: string, facts: UploadFacts): Promise<number> {
    if (facts.done && facts.length !== null) return facts.length;
    const size = await partial.sizeOf(ref, facts.version);
    if (size !== null) return size;
    // Killed when the file was an object's already, and its row was still to come.
    const adopted = await files.open(ref, facts.version);
    if (adopted === null) throw noSuchUpload();
    await adopted.close();
    return adopted.size;
  }

  async function finishIfWhole(ref: string, facts: UploadFacts, offset: number, rights: UploadRights) {
    if (!facts.done && offset === facts.length)
      await finishUpload(ref, facts, rights, { files, room, partial });
    return { offset, facts };
  }

  async function withLength(
    ref: string,
    facts: UploadFacts,
    { length, offset }: MoreBytes,
    rights: UploadRights,
  ): Promise<UploadFacts> {
    if (length === null || length === facts.length) return facts;
    if (facts.length !== null || length < offset)
      throw new StorageError('InvalidRequest', 'Upload-Length is not what it was, or less than has come');
    const changed = { ...facts, length };
    await limitOf(rights, changed);
    const more = Math.max(0, length - (facts.promised ?? 0));
    await room.hold({ ref, sql: rights.sql, bucket: facts.bucket }, more, ({ settle }) =>
      settle(() => partial.save(ref, changed)),
    );
    return changed;
  }

  return {
    async begin(ref, facts, rights) {
      const most = await limitOf(rights, facts);
      await saveRow(rights, facts, { mimetype: facts.contentType }, true);
      await partial.checkSpace(facts.length ?? 0);
      const promised = facts.length ?? most;
      // Held from the first byte on: bytes that were acknowledged are not refused later.
      await room.hold({ ref, sql: rights.sql, bucket: facts.bucket }, promised, ({ settle }) =>
        settle(() => partial.create(ref, { ...facts, promised })),
      );
      await finishIfWhole(ref, facts, 0, rights);
    },
    async goOn(ref, name, rights, more) {
      const { bytes, announced, checksum } = more;
      const lock = locks.take(name.version, () => bytes.destroy(locked()));
      if (lock === null) throw locked();
      try {
        const found = await find(ref, name, rights);
        const at = await sizeOf(ref, found);
        if (at !== more.offset) throw new StorageError('OffsetMismatch', `Upload-Offset must be ${at}`);
        const facts = await withLength(ref, found, more, rights);
        const most =
          facts.length ?? Math.min(await limitOf(rights, facts), facts.promised ?? Number.POSITIVE_INFINITY);
        if (at + announced > most) throw tooLarge();
        if (at === facts.length) {
          for await (const _ of bytes) throw tooLarge();
          return await finishIfWhole(ref, facts, at, rights);
        }
        await limitOf(rights, facts);
        await partial.checkSpace(announced);
        const offset = await partial.append(ref, facts.version, bytes, { at, most, checksum });
        return await finishIfWhole(ref, facts, offset, rights);
      } finally {
        lock.release();
      }
    },
    async look(ref, name, rights) {
      await find(ref, name, rights);
      const lock = await locks.takeOver(name.version, () => {});
      try {
        const facts = await find(ref, name, rights);
        return await finishIfWhole(ref, facts, await sizeOf(ref, facts), rights);
      } finally {
        lock.release();
      }
    },
    async end(ref, name, rights) {
      await find(ref, name, rights);
      const lock = await locks.takeOver(name.version, () => {});
      try {
        const facts = await find(ref, name, rights);
        const isWhole = facts.length !== null && (await sizeOf(ref, facts)) === facts.length;
        if (isWhole) throw new StorageError('InvalidRequest', 'The upload is complete. Delete the object.');
        await partial.remove(ref, name.version);
      } finally {
        lock.release();
      }
    },
    sweep: () => partial.sweep(Date.now(), locks.isHeld),
  };
}

function locked(): StorageError {
  return new StorageError('ResourceLocked', 'Another request is adding to the upload');
}
