import { randomUUID } from 'node:crypto';
import { sendObject } from '../../download/send-object.ts';
import { noSuchBucket, noSuchKey, tooLarge } from '../../errors/storage-error.ts';
import { findBucket } from '../../metadata/buckets.ts';
import {
  deleteObjects,
  findObject,
  type ObjectRow,
  saveObject,
  sizeOf,
  visibleKeys,
} from '../../metadata/objects.ts';
import { checkMimeType } from '../../rules/mime-types.ts';
import { checkBucketName, checkKey, isKey } from '../../rules/names.ts';
import { largestObject } from '../../rules/sizes.ts';
import { keepRow, storeObject } from '../../upload/store-object.ts';
import { readAll } from '../body/open-body.ts';
import { invalidArgument, notImplemented, S3Error } from '../errors/s3-error.ts';
import { metadataHeaders, refuseWhatIsNotOffered, uploadOf } from '../object-headers.ts';
import { existingBucket, type Operation, type S3Call, sendXml } from '../s3-call.ts';
import { decodeStrictly } from '../signature/canonical.ts';
import { childrenOf, malformedXml, readXml, textIn } from '../xml/read-xml.ts';
import { dateText } from './list-objects.ts';

const MAX_DELETED = 1_000;
const MAX_XML = 4 * 1024 * 1024;

/** Answers a request for an object, or for what is known of it. */
export const getObject: Operation = async (call) => {
  const { request, reply, query, files } = call;
  const object = await objectOf(call);
  checkConditions(object, {
    match: call.headers.get('if-match'),
    unmodifiedSince: call.headers.get('if-unmodified-since'),
  });
  for (const [name, value] of metadataHeaders(object.user_metadata)) reply.header(name, value);
  for (const name of ['content-disposition', 'content-language', 'expires']) {
    const wanted = query.get(`response-${name}`);
    if (wanted === undefined) continue;
    if (!/^[\x20-\x7e]{1,1000}$/.test(wanted)) throw invalidArgument(`response-${name} is no header.`);
    reply.header(name, wanted);
  }
  const metadata = {
    ...object.metadata,
    ...(query.has('response-content-type') ? { mimetype: query.get('response-content-type') } : {}),
    ...(query.has('response-cache-control') ? { cacheControl: query.get('response-cache-control') } : {}),
  };
  return sendObject(request, reply, { ...object, metadata }, files);
};

async function objectOf({ sql, bucket, key }: S3Call): Promise<ObjectRow> {
  const object = await findObject(sql.asCaller, bucket, checkKey(key));
  if (object === null) {
    if ((await findBucket(sql.asService, bucket)) === null) throw noSuchBucket();
    throw noSuchKey();
  }
  return object;
}

/** @throws {S3Error} PreconditionFailed */
function checkConditions(
  { metadata, updated_at }: ObjectRow,
  {
    match,
    noneMatch,
    unmodifiedSince,
    modifiedSince,
  }: {
    match?: string | undefined;
    noneMatch?: string | undefined;
    unmodifiedSince?: string | undefined;
    modifiedSince?: string | undefined;
  },
): void {
  const eTag = String(metadata?.eTag ?? '');
  const modified = Math.floor(Date.parse(dateText(metadata?.lastModified ?? updated_at)) / 1000) * 1000;
  const names = (list: string) =>
    list
      .split(',')
      .some((one) => one.trim() === '*' || one.trim().replaceAll('"', '') === eTag.replaceAll('"', ''));
  const failed =
    (match !== undefined && !names(match)) ||
    (noneMatch !== undefined && names(noneMatch)) ||
    (match === undefined && unmodifiedSince !== undefined && modified > Date.parse(unmodifiedSince)) ||
    (noneMatch === undefined && modifiedSince !== undefined && modified <= Date.parse(modifiedSince));
  if (failed)
    throw new S3Error('PreconditionFailed', 'At least one of the conditions of the request does not hold.');
}

export const putObject: Operation = async (call) => {
  const { ref, bucket, key, headers, sql, files, room, reply, body } = call;
  checkKey(key);
  refuseWhatIsNotOffered(headers);
  const replace = mayReplace(headers);
  const target = { ref, bucket, key, subject: sql.subject, replace, run: sql.asCaller, isS3: true };
  const { eTag } = await storeObject(target, uploadOf(headers, body), { sql, files, room }).catch(
    replace ? rethrow : refuseExisting,
  );
  return reply.header('etag', eTag).send();
};

/** `If-None-Match: *` asks for a new object only. Other conditions could not be kept against a second writer. */
export function mayReplace(headers: ReadonlyMap<string, string>): boolean {
  if (headers.has('if-match')) throw notImplemented();
  const none = headers.get('if-none-match');
  if (none !== undefined && none.trim() !== '*') throw notImplemented();
  return none === undefined;
}

const rethrow = (error: unknown): never => {
  throw error;
};
export const refuseExisting = (error: unknown): never => {
  if ((error as { code?: string }).code === '23505')
    throw new S3Error('PreconditionFailed', 'There is an object of this name already.');
  throw error;
};

/** Where bytes are copied from: `/bucket/key` in percent codes. @throws {S3Error} */
function copySource(header: string): { bucket: string; key: string } {
  const [path = '', search = ''] = header.split(/\?(.*)/s);
  if (search !== '') throw notImplemented();
  const [bucket = '', key = ''] = decodeStrictly(path)
    .replace(/^\//, '')
    .split(/\/(.*)/s);
  if (bucket === '' || key === '') throw invalidArgument('x-amz-copy-source must be /<bucket>/<key>.');
  return { bucket: checkBucketName(bucket), key: checkKey(key) };
}

/** The object that is copied from, as the caller sees it. @throws {StorageError} NoSuchKey; {S3Error} PreconditionFailed */
export async function sourceObject(call: S3Call): Promise<ObjectRow> {
  const { headers, sql } = call;
  const from = copySource(headers.get('x-amz-copy-source') ?? '');
  const source = await findObject(sql.asCaller, from.bucket, from.key);
  if (source === null) throw noSuchKey();
  const condition = (name: string) => headers.get(`x-amz-copy-source-if-${name}`);
  checkConditions(source, {
    match: condition('match'),
    noneMatch: condition('none-match'),
    unmodifiedSince: condition('unmodified-since'),
    modifiedSince: condition('modified-since'),
  });
  return source;
}

export const copyObject: Operation = async (call) => {
  const { ref, bucket, key, headers, sql, files, room } = call;
  checkKey(key);
  refuseWhatIsNotOffered(headers);
  const replace = mayReplace(headers);
  const source = await sourceObject(call);
  const into = await existingBucket(call);
  const directive = headers.get('x-amz-metadata-directive') ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE')
    throw invalidArgument('x-amz-metadata-directive must be COPY or REPLACE.');
  const said = uploadOf(headers, call.body);
  const details = await said.details();
  const kept = directive === 'COPY';
  const mimetype = kept ? String(source.metadata?.mimetype ?? '') : said.contentType;
  checkMimeType(mimetype, into.allowed_mime_types);
  if (sizeOf(source) > largestObject(into.file_size_limit, sql.settings.fileSizeLimit)) throw tooLarge();
  const metadata = {
    ...source.metadata,
    ...(kept ? {} : { mimetype, cacheControl: details.cacheControl }),
    lastModified: new Date().toISOString(),
  };
  const object = {
    id: randomUUID(),
    bucket,
    key,
    subject: sql.subject,
    metadata,
    userMetadata: kept ? source.user_metadata : details.userMetadata,
  };
  await room.hold({ ref, sql, bucket }, sizeOf(source), async ({ settle }) => {
    const version = await files.copy(ref, source.version ?? '');
    if (version === null) throw noSuchKey();
    const save = () => saveObject(sql.asCaller, { ...object, version }, { replace });
    await keepRow(ref, version, files, () => settle(save)).catch(replace ? rethrow : refuseExisting);
  });
  return sendXml(call, 'CopyObjectResult', {
    ETag: String(source.metadata?.eTag ?? ''),
    LastModified: metadata.lastModified,
  });
};

/** What is not there counts as deleted, as S3 has it. */
export const deleteObject: Operation = async ({ bucket, key, headers, sql, reply }) => {
  if (headers.has('if-match')) throw notImplemented();
  await deleteObjects(sql.asCaller, bucket, [checkKey(key)]);
  return reply.code(204).send();
};

export const deleteManyObjects: Operation = async (call) => {
  const { bucket, sql, body } = call;
  const input = readXml(await readAll(body, MAX_XML), 'Delete');
  const listed = childrenOf(input, 'Object');
  if (listed.length === 0 || listed.length > MAX_DELETED) throw malformedXml();
  const keys = listed.map((one) => {
    if (textIn(one, 'VersionId') !== null) throw notImplemented();
    const key = textIn(one, 'Key');
    if (key === null) throw malformedXml();
    return key;
  });
  const named = keys.filter(isKey);
  const gone = new Set((await deleteObjects(sql.asCaller, bucket, named)).map(({ name }) => name));
  const left = await visibleKeys(
    sql.asCaller,
    bucket,
    named.filter((key) => !gone.has(key)),
  );
  const isQuiet = textIn(input, 'Quiet') === 'true';
  return sendXml(call, 'DeleteResult', {
    Deleted: isQuiet ? [] : keys.filter((key) => isKey(key) && !left.has(key)).map((key) => ({ Key: key })),
    Error: keys
      .filter((key) => !isKey(key) || left.has(key))
      .map((key) =>
        isKey(key)
          ? { Key: key, Code: 'AccessDenied', Message: 'Access Denied' }
          : { Key: key, Code: 'InvalidKey', Message: 'Invalid key' },
      ),
  });
};
