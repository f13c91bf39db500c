import { randomUUID } from 'node:crypto';
import { noSuchBucket, noSuchUpload, tooLarge } from '../errors/storage-error.ts';
import { fileHasher } from '../files/hash/file-hasher.ts';
import { startTag, tagKindOf } from '../files/hash/tag.ts';
import type { ObjectFiles } from '../files/object-files.ts';
import { findBucket } from '../metadata/buckets.ts';
import { findObject, saveObject } from '../metadata/objects.ts';
import type { RunSql, StorageSql } from '../metadata/storage-sql.ts';
import type { StorageRoom } from '../quota/storage-room.ts';
import { checkMimeType } from '../rules/mime-types.ts';
import { largestObject } from '../rules/sizes.ts';
import { keepRow } from '../upload/store-object.ts';
import type { PartialFiles, UploadFacts } from './partial-files.ts';

/** With whose rights an upload's row is written. */
export interface UploadRights {
  /** By a link to upload, which is the right; else as the caller. */
  link: boolean;
  role: string;
  subject: string;
  sql: StorageSql;
  run: RunSql;
}

/** The most that the upload may have. @throws {StorageError} NoSuchBucket, InvalidMimeType, EntityTooLarge by what the bucket says now */
export async function limitOf(
  { sql }: UploadRights,
  { bucket: name, contentType, length }: Pick<UploadFacts, 'bucket' | 'contentType' | 'length'>,
): Promise<number> {
  const bucket = await findBucket(sql.asService, name);
  if (bucket === null) throw noSuchBucket();
  checkMimeType(contentType, bucket.allowed_mime_types);
  const most = largestObject(bucket.file_size_limit, sql.settings.fileSizeLimit);
  if (length !== null && length > most) throw tooLarge();
  return most;
}

/** The row that an upload makes. Taken back, it tells whether whoever uploads may. */
export function saveRow(
  { run }: UploadRights,
  { bucket, key, version, by, replace, userMetadata }: UploadFacts,
  metadata: Record<string, unknown>,
  takeBack = false,
): Promise<string> {
  const object = { id: randomUUID(), bucket, key, version, subject: by.subject, metadata, userMetadata };
  return saveObject(run, object, { replace, takeBack });
}

/**
 * Makes an object of an upload whose bytes are all there: the file becomes its version, then the row is committed. Killed anywhere, it
 * can be done again, and does what is left.
 * @throws {StorageError} when whoever uploads may not any more; the upload is gone then
 */
export async function finishUpload(
  ref: string,
  facts: UploadFacts,
  rights: UploadRights,
  { files, room, partial }: { files: ObjectFiles; room: StorageRoom; partial: PartialFiles },
): Promise<void> {
  const { bucket, key, version, contentType, cacheControl } = facts;
  const stored = await findObject(rights.sql.asService, bucket, key);
  const finished = () => partial.save(ref, { ...facts, done: true });
  if (stored?.version === version) return finished();
  await limitOf(rights, facts);
  const { tag, size } = await adoptFile(ref, version, files, partial);
  const metadata = {
    eTag: `"${tag}"`,
    size,
    mimetype: contentType,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
  // Its room was promised when it began.
  await room.hold({ ref, sql: rights.sql, bucket }, 0, ({ settle }) =>
    settle(async () => {
      try {
        await keepRow(ref, version, files, () => saveRow(rights, facts, metadata));
      } catch (error) {
        // Refused for good: the bytes are gone.
        const left = await files.open(ref, version);
        if (left === null) await partial.remove(ref, version);
        await left?.close();
        throw error;
      }
      await finished();
    }),
  );
}

/**
 * Makes the bytes that have arrived an object's. What its tag is made of cannot be carried over from request to request, so the file
 * is read once more.
 */
async function adoptFile(
  ref: string,
  version: string,
  files: ObjectFiles,
  partial: PartialFiles,
): Promise<{ tag: string; size: number }> {
  const size = await partial.sizeOf(ref, version);
  // A process that was killed had come further.
  if (size === null) return digest(ref, version, files);
  const file = partial.fileOf(ref, version);
  const tag = await fileHasher.begin(file, tagKindOf(size)).complete(size);
  await files.adopt(ref, file, version);
  return { tag, size };
}

async function digest(
  ref: string,
  version: string,
  files: ObjectFiles,
): Promise<{ tag: string; size: number }> {
  const file = await files.open(ref, version);
  if (file === null) throw noSuchUpload();
  const tag = startTag(tagKindOf(file.size));
  for await (const chunk of file.stream(null)) tag.update(chunk as Buffer);
  return { tag: tag.end(), size: file.size };
}
