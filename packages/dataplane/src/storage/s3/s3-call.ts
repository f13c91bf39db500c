import type { FastifyReply, FastifyRequest } from 'fastify';
import { noSuchBucket } from '../errors/storage-error.ts';
import type { ObjectFiles } from '../files/object-files.ts';
import { type Bucket, findBucket } from '../metadata/buckets.ts';
import type { StorageSql } from '../metadata/storage-sql.ts';
import type { StorageRoom } from '../quota/storage-room.ts';
import type { OpenBody } from './body/open-body.ts';
import { writeXml, type XmlValue } from './xml/write-xml.ts';

/** A request of the protocol whose signature was checked: what operations work with. */
export interface S3Call {
  request: FastifyRequest;
  reply: FastifyReply;
  ref: string;
  region: string;
  /** Empty: the service itself is meant. */
  bucket: string;
  /** Empty: the bucket is meant. */
  key: string;
  /** The first of each name counts. */
  query: ReadonlyMap<string, string>;
  /** By small letters. */
  headers: ReadonlyMap<string, string>;
  sql: StorageSql;
  /** Whether row level security does not ask who calls. */
  isService: boolean;
  files: ObjectFiles;
  room: StorageRoom;
  body: OpenBody;
}

export type Operation = (call: S3Call) => Promise<FastifyReply>;

export function sendXml(
  { reply }: Pick<S3Call, 'reply'>,
  root: string,
  content: { [name: string]: XmlValue },
): FastifyReply {
  return reply.type('application/xml').send(writeXml(root, content));
}

/** The bucket as the caller sees it. @throws {StorageError} NoSuchBucket */
export async function visibleBucket({ sql, bucket }: S3Call): Promise<Bucket> {
  const found = await findBucket(sql.asCaller, bucket);
  if (found === null) throw noSuchBucket();
  return found;
}

/** A bucket of which nothing is told: rights on objects do not need rights on their bucket. @throws {StorageError} NoSuchBucket */
export async function existingBucket({ sql, bucket }: S3Call): Promise<Bucket> {
  const found = await findBucket(sql.asService, bucket);
  if (found === null) throw noSuchBucket();
  return found;
}
