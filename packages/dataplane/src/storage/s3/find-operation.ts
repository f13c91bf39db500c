import {
  bucketLocation,
  bucketVersioning,
  createBucket,
  headBucket,
  listAllBuckets,
  removeBucket,
} from './operations/buckets.ts';
import { listObjects, listObjectsV2 } from './operations/list-objects.ts';
import { listMultipartUploads, listUploadParts } from './operations/list-uploads.ts';
import { abortUpload, completeUpload, copyPart, createUpload, uploadPart } from './operations/multipart.ts';
import { copyObject, deleteManyObjects, deleteObject, getObject, putObject } from './operations/objects.ts';
import type { Operation } from './s3-call.ts';

/** Parameters that make another operation of a request. One that is not listed with an operation is not offered, and never overlooked. */
const SUBRESOURCES = new Set(
  [
    'abac accelerate acl analytics append attributes cors delete encryption intelligent-tiering inventory legal-hold lifecycle',
    'location logging metadataConfiguration metadataTable metrics notification object-lock ownershipControls partNumber policy',
    'policyStatus publicAccessBlock renameObject replication requestPayment restore retention select session tagging torrent',
    'uploadId uploads versionId versioning versions website',
  ].flatMap((line) => line.split(' ')),
);

interface Row {
  method: string;
  /** Service, bucket or object. */
  of: 's' | 'b' | 'o';
  /** The subresources that must be named, and no others. */
  sub: string;
  copies?: boolean;
  name: string;
  run: Operation;
  /** Whether its checksums are of an object that is there already. */
  completes?: true;
}

const ROWS: readonly Row[] = [
  { method: 'GET', of: 's', sub: '', name: 'storage.s3.bucket.list', run: listAllBuckets },
  { method: 'PUT', of: 'b', sub: '', name: 'storage.s3.bucket.create', run: createBucket },
  { method: 'HEAD', of: 'b', sub: '', name: 'storage.s3.bucket.get', run: headBucket },
  { method: 'DELETE', of: 'b', sub: '', name: 'storage.s3.bucket.delete', run: removeBucket },
  { method: 'GET', of: 'b', sub: 'location', name: 'storage.s3.bucket.get_location', run: bucketLocation },
  {
    method: 'GET',
    of: 'b',
    sub: 'versioning',
    name: 'storage.s3.bucket.get_versioning',
    run: bucketVersioning,
  },
  { method: 'GET', of: 'b', sub: 'uploads', name: 'storage.s3.upload.list', run: listMultipartUploads },
  { method: 'POST', of: 'b', sub: 'delete', name: 'storage.s3.object.delete_many', run: deleteManyObjects },
  { method: 'GET', of: 'b', sub: '', name: 'storage.s3.object.list', run: listObjects },
  { method: 'GET', of: 'o', sub: '', name: 'storage.s3.object.get', run: getObject },
  { method: 'HEAD', of: 'o', sub: '', name: 'storage.s3.object.info', run: getObject },
  { method: 'PUT', of: 'o', sub: '', name: 'storage.s3.object.upload', run: putObject },
  { method: 'PUT', of: 'o', sub: '', copies: true, name: 'storage.s3.object.copy', run: copyObject },
  { method: 'DELETE', of: 'o', sub: '', name: 'storage.s3.object.delete', run: deleteObject },
  { method: 'POST', of: 'o', sub: 'uploads', name: 'storage.s3.upload.create', run: createUpload },
  { method: 'PUT', of: 'o', sub: 'partNumber uploadId', name: 'storage.s3.upload.part', run: uploadPart },
  {
    method: 'PUT',
    of: 'o',
    sub: 'partNumber uploadId',
    copies: true,
    name: 'storage.s3.upload.part_copy',
    run: copyPart,
  },
  {
    method: 'POST',
    of: 'o',
    sub: 'uploadId',
    name: 'storage.s3.upload.complete',
    run: completeUpload,
    completes: true,
  },
  { method: 'DELETE', of: 'o', sub: 'uploadId', name: 'storage.s3.upload.abort', run: abortUpload },
  { method: 'GET', of: 'o', sub: 'uploadId', name: 'storage.s3.part.list', run: listUploadParts },
];

/** What a request asks for, with the name that policies see as `storage.operation()`; null: nothing that is offered. */
export function findOperation({
  method,
  bucket,
  key,
  query,
  headers,
}: {
  method: string;
  bucket: string;
  key: string;
  query: ReadonlyMap<string, string>;
  headers: ReadonlyMap<string, string>;
}): Pick<Row, 'name' | 'run' | 'completes'> | null {
  const of = bucket === '' ? 's' : key === '' ? 'b' : 'o';
  const sub = [...query.keys()]
    .filter((name) => SUBRESOURCES.has(name))
    .sort()
    .join(' ');
  const copies = method === 'PUT' && of === 'o' && headers.has('x-amz-copy-source');
  const row = ROWS.find(
    (one) => one.method === method && one.of === of && one.sub === sub && (one.copies ?? false) === copies,
  );
  if (row === undefined) return null;
  const isV2 = row.run === listObjects && query.get('list-type') === '2';
  return isV2 ? { name: 'storage.s3.object.list_v2', run: listObjectsV2 } : row;
}
