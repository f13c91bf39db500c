import { randomUUID } from 'node:crypto';
import { QueryError } from '@basalt/postgres';
import { CallerError } from '../../caller/caller-error.ts';
import { SERVICE } from '../../caller/identify-caller.ts';
import { StorageError } from '../errors/storage-error.ts';
import type { ObjectFiles } from '../files/object-files.ts';
import type { BucketRules } from '../metadata/buckets.ts';
import { type NewObject, saveObject, saveUnderRules } from '../metadata/objects.ts';
import type { RunSql, StorageSql } from '../metadata/storage-sql.ts';
import type { StorageRoom } from '../quota/storage-room.ts';
import { checkRules, lastRulesOf, rulesOf } from './bucket-rules.ts';
import type { IncomingUpload } from './read-upload.ts';

/** To send so much in vain costs a client nothing. */
const SMALL_BYTES = 64 * 1024;

export interface UploadTarget {
  ref: string;
  bucket: string;
  key: string;
  /** Whose the object will be: the claim `sub`, or empty. */
  subject: string;
  replace: boolean;
  /** With whose rights the row is written. */
  run: RunSql;
  /** Clients of the S3 protocol compare the tag with the MD5 of what they sent; others take it as it comes. */
  isS3: boolean;
}

export interface StoredObject {
  id: string;
  /** In quotes. */
  eTag: string;
}

/**
 * Stores an object: whether the caller may is tried first, then the bytes are kept for good, then the row that refers to them is
 * committed. Killed in between, there is a file without a row, never a row without a file. Of two writers of one key the one
 * that commits last has it, and the bytes of both are whole.
 * @throws {StorageError}
 */
export async function storeObject(
  target: UploadTarget,
  upload: IncomingUpload,
  { sql, files, room }: { sql: StorageSql; files: ObjectFiles; room: StorageRoom },
): Promise<StoredObject> {
  const { ref, run, replace, subject, isS3 } = target;
  const trial: NewObject = {
    id: randomUUID(),
    bucket: target.bucket,
    key: target.key,
    version: randomUUID(),
    subject,
    metadata: { mimetype: upload.contentType },
    userMetadata: null,
  };
  // Where nothing but the row itself could refuse a small object, it need not be tried before.
  const isPastPolicies = run === sql.asService || sql.role === SERVICE.role;
  const isTried = !(isPastPolicies && isSmall(upload));
  const tried = isTried ? saveObject(run, trial, { replace, takeBack: true }) : Promise.resolve();
  // What is wrong with the bucket is told first.
  tried.catch(() => {});
  const { contentType, expected } = upload;
  const check = (rules: BucketRules, size: number | null) => checkRules(rules, { contentType, size }, sql);
  // What is not tried goes by what is remembered of the bucket: the database compares before the row counts.
  const last = isTried ? null : lastRulesOf(target);
  const mayBe = last !== null && isAllowed(() => check(last, expected));
  const rules = mayBe ? last : await rulesOf(target, sql);
  check(rules, null);
  await tried;
  const maxBytes = check(rules, expected);
  const save = async (object: NewObject, size: number): Promise<string> => {
    const id = mayBe ? await saveUnderRules(run, object, { replace, rules }) : null;
    if (id !== null) return id;
    if (mayBe) check(await rulesOf(target, sql), size);
    return saveObject(run, object, { replace });
  };
  return room.hold({ ref, sql, bucket: target.bucket }, expected ?? 0, async (held) => {
    const limits = { maxBytes, expected, anyTag: !isS3 };
    const { version, size, tag } = await files.write(ref, upload.bytes, limits);
    return keepRow(ref, version, files, async () => {
      const { cacheControl, userMetadata } = await upload.details();
      await held.growTo(size);
      const metadata = {
        eTag: `"${tag}"`,
        size,
        mimetype: upload.contentType,
        cacheControl,
        lastModified: new Date().toISOString(),
        contentLength: size,
        httpStatusCode: 200,
      };
      const object = { ...trial, version, metadata, userMetadata };
      const id = await held.settle(() => save(object, size));
      return { id, eTag: metadata.eTag };
    });
  });
}

function isAllowed(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

const isSmall = ({ expected }: IncomingUpload): boolean => expected !== null && expected <= SMALL_BYTES;

/** Writes the row of a version. When the database has refused it the bytes go; when nobody knows, they stay. */
export async function keepRow<Result>(
  ref: string,
  version: string,
  files: ObjectFiles,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isRefused(error)) await files.discard(ref, version);
    throw error;
  }
}

/** Whether nothing can have been committed. A connection that broke or a server that ended may have been too late to stop it. */
function isRefused(error: unknown): boolean {
  if (error instanceof QueryError) return !/^(08|57P|53|XX)/.test(error.code);
  return error instanceof StorageError || error instanceof CallerError;
}
