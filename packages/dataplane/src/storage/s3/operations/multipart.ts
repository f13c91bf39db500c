import { createHash, randomUUID } from 'node:crypto';
import { noSuchKey, tooLarge } from '../../errors/storage-error.ts';
import { type Bucket, findBucket } from '../../metadata/buckets.ts';
import { saveObject } from '../../metadata/objects.ts';
import { checkMimeType } from '../../rules/mime-types.ts';
import { checkKey } from '../../rules/names.ts';
import { readRange } from '../../rules/ranges.ts';
import { largestObject } from '../../rules/sizes.ts';
import { keepRow } from '../../upload/store-object.ts';
import { readAll, withChecksums } from '../body/open-body.ts';
import { invalidArgument, noSuchUpload, S3Error } from '../errors/s3-error.ts';
import {
  bytesOfOthers,
  deleteUpload,
  findUpload,
  insertUpload,
  listParts,
  type MultipartUpload,
  replacePart,
  type UploadPart,
} from '../metadata/multipart-uploads.ts';
import { refuseWhatIsNotOffered, uploadOf } from '../object-headers.ts';
import { existingBucket, type Operation, type S3Call, sendXml } from '../s3-call.ts';
import { childrenOf, malformedXml, readXml, textIn } from '../xml/read-xml.ts';
import { clearAbandoned } from './abandoned-uploads.ts';
import { mayReplace, refuseExisting, sourceObject } from './objects.ts';

export const MAX_PARTS = 10_000;
/** Of every part but the last one. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
const MAX_XML = 4 * 1024 * 1024;

export const createUpload: Operation = async (call) => {
  const { bucket, key, headers, sql, body } = call;
  checkKey(key);
  refuseWhatIsNotOffered(headers);
  await readAll(body, MAX_XML);
  const found = await existingBucket(call);
  const { contentType, details } = uploadOf(headers, body);
  checkMimeType(contentType, found.allowed_mime_types);
  const { cacheControl, userMetadata } = await details();
  await tryToWrite(call);
  await clearAbandoned(call);
  const id = randomUUID();
  await insertUpload(sql.asService, {
    id,
    bucket_id: bucket,
    key,
    metadata: { mimetype: contentType, cacheControl },
    user_metadata: userMetadata,
    subject: sql.subject,
  });
  return sendXml(call, 'InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: id });
};

/** Whether the caller may write the object, by writing and taking back its row. */
async function tryToWrite({ sql, bucket, key }: S3Call, mimetype = ''): Promise<void> {
  const trial = { id: randomUUID(), version: randomUUID(), metadata: { mimetype }, userMetadata: null };
  const object = { ...trial, bucket, key, subject: sql.subject };
  await saveObject(sql.asCaller, object, { replace: true, takeBack: true });
}

/** The upload that is meant, if it is this caller's to go on with. @throws {S3Error} NoSuchUpload */
export async function uploadIn({ query, sql, bucket, key, isService }: S3Call): Promise<MultipartUpload> {
  const id = query.get('uploadId') ?? '';
  const upload = /^[0-9a-f-]{36}$/.test(id) ? await findUpload(sql.asService, id) : null;
  if (upload === null || upload.bucket_id !== bucket || upload.key !== key) throw noSuchUpload();
  if (!isService && (upload.owner_id ?? '') !== sql.subject) throw noSuchUpload();
  return upload;
}

export const uploadPart: Operation = async (call) => {
  const { body, reply } = call;
  const { bytes, expected } = body;
  const eTag = await keepPart(call, bytes, expected);
  return reply.header('etag', eTag).send();
};

export const copyPart: Operation = async (call) => {
  const { ref, headers, files } = call;
  const source = await sourceObject(call);
  const file = await files.open(ref, source.version ?? '');
  if (file === null) throw noSuchKey();
  let isRead = false;
  try {
    const wanted = headers.get('x-amz-copy-source-range');
    const range = wanted === undefined ? null : readRange(wanted, file.size);
    if (wanted !== undefined && (range === null || range === 'unsatisfiable'))
      throw invalidArgument('x-amz-copy-source-range must be bytes=<first>-<last>, within the object.');
    const part = range === 'unsatisfiable' ? null : range;
    const size = part === null ? file.size : part.end - part.start + 1;
    const read = async function* () {
      isRead = true;
      yield* file.stream(part) as AsyncIterable<Buffer>;
    };
    const eTag = await keepPart(call, read(), size);
    return sendXml(call, 'CopyPartResult', { ETag: eTag, LastModified: new Date().toISOString() });
  } finally {
    if (!isRead) await file.close();
  }
};

/** Bytes first, then the row, then the file of a part that it replaces. Answers the ETag. */
async function keepPart(
  call: S3Call,
  bytes: AsyncIterable<Buffer>,
  expected: number | null,
): Promise<string> {
  const { ref, query, sql, files, room } = call;
  const number = query.get('partNumber') ?? '';
  const partNumber = /^\d{1,5}$/.test(number) ? Number(number) : 0;
  if (partNumber < 1 || partNumber > MAX_PARTS)
    throw invalidArgument(`Part number must be an integer between 1 and ${MAX_PARTS}, inclusive.`);
  const upload = await uploadIn(call);
  const bucket = await existingBucket(call);
  await tryToWrite(call, textOf(upload.metadata?.mimetype));
  const others = await bytesOfOthers(sql.asService, upload.id, partNumber);
  const maxBytes = Math.max(0, largestObject(bucket.file_size_limit, sql.settings.fileSizeLimit) - others);
  if (expected !== null && expected > maxBytes) throw tooLarge();
  return room.hold({ ref, sql, bucket: call.bucket }, expected ?? 0, async (held) => {
    const { version, size, tag } = await files.write(ref, bytes, { maxBytes, expected });
    const row = { part_number: partNumber, size, etag: `"${tag}"`, version, subject: sql.subject };
    const former = await keepRow(ref, version, files, async () => {
      await held.growTo(size);
      return held.settle(() => replacePart(sql.asService, upload, row));
    }).catch((error: unknown) => {
      // It was completed or aborted meanwhile.
      if ((error as { code?: string }).code === '23503') throw noSuchUpload();
      throw error;
    });
    for (const each of former) await files.discard(ref, each);
    return row.etag;
  });
}

/** Joins the parts into one new version, which the row names then. The parts go last: killed before, it can be completed again. */
export const completeUpload: Operation = async (call) => {
  const { ref, bucket, key, headers, sql, files, room, body } = call;
  const replace = mayReplace(headers);
  const input = readXml(await readAll(body, MAX_XML), 'CompleteMultipartUpload');
  const upload = await uploadIn(call);
  const found = (await findBucket(sql.asService, bucket)) as Bucket;
  const kept = await listParts(sql.asService, upload.id, 0, MAX_PARTS + 1);
  const parts = chooseParts(childrenOf(input, 'Part'), kept);
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const maxBytes = largestObject(found.file_size_limit, sql.settings.fileSizeLimit);
  if (size > maxBytes) throw tooLarge();
  await tryToWrite(call, textOf(upload.metadata?.mimetype));
  const bytes = bytesOf(call, parts);
  const checked = isOfWhole(headers) ? withChecksums(bytes, headers) : bytes;
  const joined = await files.write(ref, checked, { maxBytes, expected: size, anyTag: true });
  const eTag = eTagOf(parts);
  const metadata = {
    eTag,
    size: joined.size,
    mimetype: textOf(upload.metadata?.mimetype) || 'application/octet-stream',
    cacheControl: textOf(upload.metadata?.cacheControl) || 'no-cache',
    lastModified: new Date().toISOString(),
    contentLength: joined.size,
    httpStatusCode: 200,
  };
  const object = { id: randomUUID(), bucket, key, version: joined.version, subject: upload.owner_id ?? '' };
  const userMetadata = upload.user_metadata;
  const save = () => saveObject(sql.asCaller, { ...object, metadata, userMetadata }, { replace });
  // The bytes have their room already: that of the parts.
  const versions = await room.hold({ ref, sql, bucket }, 0, ({ settle }) =>
    settle(async () => {
      await keepRow(ref, joined.version, files, save).catch((error: unknown) => {
        if (replace) throw error;
        return refuseExisting(error);
      });
      return (await deleteUpload(sql.asService, upload.id)) ?? [];
    }),
  );
  for (const version of versions) await files.discard(ref, version);
  const location = `${call.request.project.project.publicUrl}/storage/v1/s3/${bucket}/${key}`;
  return sendXml(call, 'CompleteMultipartUploadResult', {
    Location: location,
    Bucket: bucket,
    Key: key,
    ETag: eTag,
  });
};

/** The parts that the client names, as they were kept. @throws {S3Error} InvalidPart, InvalidPartOrder, EntityTooSmall */
function chooseParts(listed: readonly unknown[], kept: readonly UploadPart[]): UploadPart[] {
  if (listed.length === 0 || listed.length > MAX_PARTS) throw malformedXml();
  const byNumber = new Map(kept.map((part) => [part.part_number, part]));
  let before = 0;
  const parts = listed.map((one) => {
    const number = Number(textIn(one, 'PartNumber') ?? Number.NaN);
    if (!Number.isInteger(number)) throw malformedXml();
    if (number <= before)
      throw new S3Error('InvalidPartOrder', 'The list of parts was not in ascending order.');
    before = number;
    const part = byNumber.get(number);
    const eTag = (textIn(one, 'ETag') ?? '').replaceAll('"', '');
    if (part === undefined || part.etag.replaceAll('"', '') !== eTag)
      throw new S3Error('InvalidPart', 'A part was not found, or its entity tag does not match.', {
        PartNumber: String(number),
      });
    return part;
  });
  if (parts.slice(0, -1).some(({ size }) => size < MIN_PART_BYTES))
    throw new S3Error('EntityTooSmall', 'Every part but the last one must have at least 5 MiB.');
  return parts;
}

/** The MD5 of the MD5s of the parts, with their number. */
function eTagOf(parts: readonly Pick<UploadPart, 'etag'>[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(Buffer.from(etag.replaceAll('"', ''), 'hex'));
  return `"${hash.digest('hex')}-${parts.length}"`;
}

/** Checksums of checksums cannot be known, because those of parts are not kept. */
function isOfWhole(headers: ReadonlyMap<string, string>): boolean {
  return headers.get('x-amz-checksum-type') === 'FULL_OBJECT' || headers.has('x-amz-checksum-crc64nvme');
}

/** One part behind the other, each opened when it is its turn. */
async function* bytesOf({ ref, files }: S3Call, parts: readonly UploadPart[]): AsyncGenerator<Buffer> {
  for (const { version, size, part_number } of parts) {
    const file = await files.open(ref, version);
    if (file === null || file.size !== size) {
      await file?.close();
      throw new S3Error('InvalidPart', 'A part is not there any more. Upload it again.', {
        PartNumber: String(part_number),
      });
    }
    yield* file.stream(null) as AsyncIterable<Buffer>;
  }
}

export const abortUpload: Operation = async (call) => {
  const { ref, sql, files, reply } = call;
  const upload = await uploadIn(call);
  for (const version of (await deleteUpload(sql.asService, upload.id)) ?? [])
    await files.discard(ref, version);
  return reply.code(204).send();
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
