import type { FastifyRequest } from 'fastify';
import type { ObjectFiles } from '../files/object-files.ts';
import type { StorageSql } from '../metadata/storage-sql.ts';
import type { StorageRoom } from '../quota/storage-room.ts';
import { checkBucketName, checkKey } from '../rules/names.ts';

/** What the routes work with. */
export interface StorageParts {
  files: ObjectFiles;
  room: StorageRoom;
  /** The database as whoever asks. @throws {CallerError} */
  open(request: FastifyRequest, operation: string): Promise<StorageSql>;
  /** The same where a link or a public bucket stands for the right. */
  openLink(request: FastifyRequest, operation: string): Promise<StorageSql>;
}

export interface Target {
  bucket: string;
  key: string;
}

/** Which object an address means. @throws {StorageError} InvalidBucketName, InvalidKey */
export function targetOf(request: FastifyRequest): Target {
  const { bucket, '*': key } = request.params as { bucket: string; '*': string };
  return { bucket: checkBucketName(bucket), key: checkKey(key) };
}

export const isUpsert = ({ headers }: FastifyRequest): boolean => headers['x-upsert'] === 'true';
