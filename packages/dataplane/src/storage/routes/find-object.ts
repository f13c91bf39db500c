import type { FastifyRequest } from 'fastify';
import { noSuchBucket, noSuchKey } from '../errors/storage-error.ts';
import { findObject, findPublicObject, type ObjectRow } from '../metadata/objects.ts';
import type { RunSql } from '../metadata/storage-sql.ts';
import { type StorageParts, targetOf } from './storage-parts.ts';

/** The object that an address means, as far as the caller sees it. @throws {StorageError} NoSuchKey @throws {CallerError} */
export async function findAsCaller(
  { open }: StorageParts,
  request: FastifyRequest,
  operation: string,
): Promise<ObjectRow> {
  return findIn((await open(request, operation)).asCaller, request);
}

/** Of a public bucket. @throws {StorageError} NoSuchBucket, NoSuchKey */
export async function findAsPublic(
  { openLink }: StorageParts,
  request: FastifyRequest,
  operation: string,
): Promise<ObjectRow> {
  const { asService } = await openLink(request, operation);
  const { bucket, key } = targetOf(request);
  const found = await findPublicObject(asService, bucket, key);
  if (found === null) throw noSuchBucket();
  if (found.object === null) throw noSuchKey();
  return found.object;
}

/** For a request whose token has been checked. @throws {StorageError} NoSuchKey */
export async function findBySignature(
  { openLink }: StorageParts,
  request: FastifyRequest,
  operation: string,
): Promise<ObjectRow> {
  return findIn((await openLink(request, operation)).asService, request);
}

async function findIn(run: RunSql, request: FastifyRequest): Promise<ObjectRow> {
  const { bucket, key } = targetOf(request);
  const object = await findObject(run, bucket, key);
  if (object === null) throw noSuchKey();
  return object;
}
