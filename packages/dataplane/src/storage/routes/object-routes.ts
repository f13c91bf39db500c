import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { noSuchBucket, noSuchKey, StorageError, tooLarge } from '../errors/storage-error.ts';
import { type Bucket, findBucket } from '../metadata/buckets.ts';
import {
  deleteObjects,
  findObject,
  moveObject,
  type ObjectRow,
  saveObject,
  sizeOf,
} from '../metadata/objects.ts';
import type { RunSql } from '../metadata/storage-sql.ts';
import { checkMimeType } from '../rules/mime-types.ts';
import { checkBucketName, checkKey, isKey } from '../rules/names.ts';
import { largestObject } from '../rules/sizes.ts';
import { readJson, textField } from '../upload/read-json.ts';
import { keepRow } from '../upload/store-object.ts';
import { isUpsert, type StorageParts, type Target, targetOf } from './storage-parts.ts';

const MAX_KEYS = 1_000;

/** What changes rows and no bytes: deleting, moving, copying. */
export function mountObjects(app: FastifyInstance, { files, room, open }: StorageParts): void {
  app.delete('/object/:bucket', async (request) => {
    const { asCaller } = await open(request, 'storage.object.delete_many');
    const bucket = checkBucketName((request.params as { bucket: string }).bucket);
    const { prefixes } = await readJson(request.body);
    if (
      !Array.isArray(prefixes) ||
      prefixes.length > MAX_KEYS ||
      !prefixes.every((one) => typeof one === 'string')
    )
      throw new StorageError('InvalidParameter', `prefixes must be a list of at most ${MAX_KEYS} texts`);
    return deleteObjects(asCaller, bucket, (prefixes as string[]).filter(isKey));
  });
  app.delete('/object/:bucket/*', async (request) => {
    const { asCaller } = await open(request, 'storage.object.delete');
    const { bucket, key } = targetOf(request);
    if ((await deleteObjects(asCaller, bucket, [key])).length === 0) throw noSuchKey();
    return { message: 'Successfully deleted' };
  });

  // No cache stands in front that would have to forget it.
  app.delete('/cdn/:bucket/*', async (request) => {
    const { role } = await open(request, 'storage.cdn.purge');
    if (role !== 'service_role') throw new StorageError('AccessDenied', 'Only the service role may do this.');
    targetOf(request);
    return { message: 'success' };
  });

  app.post('/object/move', async (request) => {
    const sql = await open(request, 'storage.object.move');
    const { asCaller, asService, settings } = sql;
    const { ref } = request.project.project;
    const { from, to, target } = await readWay(request, asService);
    let bytes = 0;
    if (from.bucket !== to.bucket) {
      const source = await findObject(asCaller, from.bucket, from.key);
      if (source === null) throw noSuchKey();
      checkFits(source, target, settings.fileSizeLimit);
      bytes = sizeOf(source);
    }
    // The project has no more than before.
    const place = { ref, bucket: to.bucket, sql: { ...sql, settings: { ...settings, quota: null } } };
    const id = await room.hold(place, bytes, async ({ settle }) => {
      const moved = await settle(() => moveObject(asCaller, from, to));
      if (moved === null) throw noSuchKey();
      return moved;
    });
    return { message: 'Successfully moved', Id: id, Key: `${to.bucket}/${to.key}` };
  });

  app.post('/object/copy', async (request) => {
    const sql = await open(request, 'storage.object.copy');
    const { asCaller, asService, subject, settings } = sql;
    const { ref } = request.project.project;
    const { from, to, copyMetadata, target } = await readWay(request, asService);
    const source = await findObject(asCaller, from.bucket, from.key);
    if (source !== null) checkFits(source, target, settings.fileSizeLimit);
    if (source === null) throw noSuchKey();
    const metadata = { ...source.metadata, lastModified: new Date().toISOString() };
    const userMetadata = copyMetadata ? source.user_metadata : null;
    const object = { id: randomUUID(), bucket: to.bucket, key: to.key, subject, metadata, userMetadata };
    const { id, version } = await room.hold({ ref, sql, bucket: to.bucket }, sizeOf(source), async (held) => {
      const copied = await files.copy(ref, source.version ?? '');
      if (copied === null) throw noSuchKey();
      const save = () => saveObject(asCaller, { ...object, version: copied }, { replace: isUpsert(request) });
      return { id: await keepRow(ref, copied, files, () => held.settle(save)), version: copied };
    });
    return {
      Id: id,
      Key: `${to.bucket}/${to.key}`,
      id,
      name: to.key,
      bucket_id: to.bucket,
      owner_id: subject === '' ? null : subject,
      version,
      metadata,
      user_metadata: userMetadata,
    };
  });
}

/** What is in a bucket keeps to its limits, however it came there. @throws {StorageError} EntityTooLarge, InvalidMimeType */
function checkFits({ metadata }: Pick<ObjectRow, 'metadata'>, bucket: Bucket, projectLimit: number): void {
  const { mimetype } = metadata ?? {};
  if (sizeOf({ metadata }) > largestObject(bucket.file_size_limit, projectLimit)) throw tooLarge();
  checkMimeType(typeof mimetype === 'string' ? mimetype : '', bucket.allowed_mime_types);
}

async function readWay(
  request: FastifyRequest,
  asService: RunSql,
): Promise<{ from: Target; to: Target; target: Bucket; copyMetadata: boolean }> {
  const input = await readJson(request.body);
  const bucket = checkBucketName(textField(input, 'bucketId'));
  const from = { bucket, key: checkKey(textField(input, 'sourceKey')) };
  const destination =
    input.destinationBucket === undefined || input.destinationBucket === null
      ? bucket
      : checkBucketName(textField(input, 'destinationBucket'));
  const to = { bucket: destination, key: checkKey(textField(input, 'destinationKey')) };
  const target = await findBucket(asService, destination);
  if (target === null) throw noSuchBucket();
  return { from, to, target, copyMetadata: input.copyMetadata !== false };
}
