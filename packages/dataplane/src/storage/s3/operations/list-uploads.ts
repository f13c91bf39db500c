import { accessDenied } from '../errors/s3-error.ts';
import { listParts, listUploads } from '../metadata/multipart-uploads.ts';
import { existingBucket, type Operation, sendXml } from '../s3-call.ts';
import { numberIn } from './buckets.ts';
import { dateText, encoderOf } from './list-objects.ts';
import { MAX_PARTS, uploadIn } from './multipart.ts';

const MAX_ENTRIES = 1_000;

/** Uploads are no objects, so no policy says who sees which: only keys that see everything list them. */
export const listMultipartUploads: Operation = async (call) => {
  const { bucket, query, sql, isService } = call;
  if (!isService) throw accessDenied();
  await existingBucket(call);
  const encode = encoderOf(call);
  const prefix = query.get('prefix') ?? '';
  const limit = numberIn(query, 'max-uploads', MAX_ENTRIES, MAX_ENTRIES);
  const [afterKey, afterId] = [query.get('key-marker') ?? '', query.get('upload-id-marker') ?? ''];
  const found = await listUploads(sql.asService, { bucket, prefix, afterKey, afterId, limit: limit + 1 });
  const uploads = found.slice(0, limit);
  const last = found.length > limit ? uploads.at(-1) : undefined;
  return sendXml(call, 'ListMultipartUploadsResult', {
    Bucket: bucket,
    KeyMarker: encode(afterKey),
    UploadIdMarker: afterId,
    NextKeyMarker: last === undefined ? null : encode(last.key),
    NextUploadIdMarker: last?.id,
    Prefix: encode(prefix),
    EncodingType: query.get('encoding-type'),
    MaxUploads: limit,
    IsTruncated: last !== undefined,
    Upload: uploads.map(({ id, key, created_at }) => ({
      Key: encode(key),
      UploadId: id,
      StorageClass: 'STANDARD',
      Initiated: dateText(created_at),
    })),
  });
};

export const listUploadParts: Operation = async (call) => {
  const { bucket, key, query, sql } = call;
  const upload = await uploadIn(call);
  const encode = encoderOf(call);
  const limit = numberIn(query, 'max-parts', MAX_ENTRIES, MAX_ENTRIES);
  const after = numberIn(query, 'part-number-marker', 0, MAX_PARTS);
  const found = await listParts(sql.asService, upload.id, after, limit + 1);
  const parts = found.slice(0, limit);
  return sendXml(call, 'ListPartsResult', {
    Bucket: bucket,
    Key: encode(key),
    UploadId: upload.id,
    EncodingType: query.get('encoding-type'),
    PartNumberMarker: after,
    NextPartNumberMarker: parts.at(-1)?.part_number ?? 0,
    MaxParts: limit,
    IsTruncated: found.length > limit,
    StorageClass: 'STANDARD',
    Part: parts.map(({ part_number, size, etag, created_at }) => ({
      PartNumber: part_number,
      LastModified: dateText(created_at),
      ETag: etag,
      Size: size,
    })),
  });
};
