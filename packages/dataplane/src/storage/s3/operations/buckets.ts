import { QueryError } from '@basalt/postgres';
import { noSuchBucket } from '../../errors/storage-error.ts';
import { deleteBucket, insertBucket, listBuckets } from '../../metadata/buckets.ts';
import { checkBucketName } from '../../rules/names.ts';
import { readAll } from '../body/open-body.ts';
import { invalidArgument, S3Error } from '../errors/s3-error.ts';
import { type Operation, sendXml, visibleBucket } from '../s3-call.ts';

const MAX_BUCKETS = 10_000;
const MAX_BODY = 64 * 1024;

export const listAllBuckets: Operation = async (call) => {
  const { query, sql } = call;
  const limit = numberIn(query, 'max-buckets', MAX_BUCKETS, MAX_BUCKETS);
  const offset = numberIn(query, 'continuation-token', 0, Number.MAX_SAFE_INTEGER);
  const page = { limit: limit + 1, offset, search: '', column: 'name', descending: false };
  const rows = await listBuckets(sql.asCaller, page);
  return sendXml(call, 'ListAllMyBucketsResult', {
    Owner: { ID: call.ref, DisplayName: call.ref },
    Buckets: {
      Bucket: rows.slice(0, limit).map(({ id, created_at }) => ({
        Name: id,
        CreationDate: new Date(created_at ?? 0).toISOString(),
        BucketRegion: call.region,
      })),
    },
    ContinuationToken: rows.length > limit ? String(offset + limit) : null,
  });
};

export const createBucket: Operation = async ({ bucket, headers, sql, body, reply }) => {
  await readAll(body, MAX_BODY);
  const id = checkBucketName(bucket);
  const isPublic = headers.get('x-amz-acl') === 'public-read';
  await insertBucket(sql.asCaller, {
    id,
    public: isPublic,
    sizeLimit: null,
    mimeTypes: null,
    subject: sql.subject,
  }).catch((error: unknown) => {
    if (error instanceof QueryError && error.code === '23505')
      throw new S3Error('BucketAlreadyExists', 'There is a bucket of this name already.');
    throw error;
  });
  return reply.header('location', `/${id}`).send();
};

export const headBucket: Operation = async (call) => {
  await visibleBucket(call);
  return call.reply.header('x-amz-bucket-region', call.region).send();
};

export const removeBucket: Operation = async ({ bucket, sql, reply }) => {
  const done = await deleteBucket(sql.asCaller, bucket).catch((error: unknown) => {
    if (error instanceof QueryError && error.code === '23503')
      throw new S3Error('BucketNotEmpty', 'The bucket you tried to delete is not empty');
    throw error;
  });
  if (!done) throw noSuchBucket();
  return reply.code(204).send();
};

/** The region where everything began has no name here. */
export const bucketLocation: Operation = async (call) => {
  await visibleBucket(call);
  const region = call.region === 'us-east-1' ? {} : { '#text': call.region };
  return sendXml(call, 'LocationConstraint', region);
};

export const bucketVersioning: Operation = async (call) => {
  await visibleBucket(call);
  return sendXml(call, 'VersioningConfiguration', { Status: 'Suspended', MfaDelete: 'Disabled' });
};

/** A number among the parameters. @throws {S3Error} InvalidArgument */
export function numberIn(
  query: ReadonlyMap<string, string>,
  name: string,
  usual: number,
  max: number,
): number {
  const text = query.get(name);
  if (text === undefined || text === '') return usual;
  if (!/^\d{1,15}$/.test(text)) throw invalidArgument(`The parameter ${name} must be a whole number.`);
  return Math.min(Number(text), max);
}
