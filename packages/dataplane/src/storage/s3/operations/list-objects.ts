import type { FastifyReply } from 'fastify';
import { type ListEntry, walkObjects } from '../../metadata/list-objects.ts';
import type { RunSql } from '../../metadata/storage-sql.ts';
import { invalidArgument } from '../errors/s3-error.ts';
import { existingBucket, type Operation, type S3Call, sendXml } from '../s3-call.ts';
import { encodeStrictly } from '../signature/canonical.ts';
import { numberIn } from './buckets.ts';

const MAX_KEYS = 1_000;
/** Above every character that a name may hold. */
const LAST = '\u{10FFFF}';

export const listObjects: Operation = async (call) => {
  const marker = call.query.get('marker') ?? '';
  return list(call, marker, (page) => ({
    Marker: page.encode(marker),
    NextMarker: page.next === null ? null : page.encode(page.next),
  }));
};

export const listObjectsV2: Operation = async (call) => {
  const { query } = call;
  const token = query.get('continuation-token');
  const startAfter = query.get('start-after') ?? '';
  const after = token === undefined ? startAfter : Buffer.from(token, 'base64url').toString('utf8');
  return list(call, after, (page) => ({
    KeyCount: page.count,
    StartAfter: startAfter === '' ? null : page.encode(startAfter),
    ContinuationToken: token,
    NextContinuationToken: page.next === null ? null : Buffer.from(page.next).toString('base64url'),
  }));
};

interface Page {
  count: number;
  /** The name behind which the next page begins. */
  next: string | null;
  encode(text: string): string;
}

async function list(
  call: S3Call,
  after: string,
  more: (page: Page) => Record<string, string | number | null | undefined>,
): Promise<FastifyReply> {
  const { query, sql, bucket } = call;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const encode = encoderOf(call);
  const limit = numberIn(query, 'max-keys', MAX_KEYS, MAX_KEYS);
  for (const text of [prefix, delimiter, after])
    if (text.includes('\0')) throw invalidArgument('Names hold no NUL characters.');
  await existingBucket(call);
  const walk = { bucket, prefix, delimiter, after, limit: limit + 1 };
  const found = limit === 0 ? [] : await walkBy(sql.asCaller, walk);
  const entries = found.slice(0, limit);
  const next = found.length > limit ? (entries.at(-1)?.key ?? null) : null;
  return sendXml(call, 'ListBucketResult', {
    Name: bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter === '' ? null : encode(delimiter),
    MaxKeys: limit,
    EncodingType: query.get('encoding-type') ?? null,
    IsTruncated: next !== null,
    ...more({ count: entries.length, next, encode }),
    Contents: entries.filter(({ folder }) => !folder).map((entry) => toContents(entry, encode)),
    CommonPrefixes: entries.filter(({ folder }) => folder).map(({ key }) => ({ Prefix: encode(key) })),
  });
}

/** Names as they are, or in percent codes for programs whose XML does not take every character. */
export function encoderOf({ query }: Pick<S3Call, 'query'>): (text: string) => string {
  const type = query.get('encoding-type');
  if (type === undefined) return (text) => text;
  if (type !== 'url') throw invalidArgument('The only encoding-type is url.');
  return (text) => encodeStrictly(text).replaceAll('%2F', '/');
}

interface DelimitedWalk {
  bucket: string;
  prefix: string;
  delimiter: string;
  after: string;
  limit: number;
}

/** Slashes are what names are stored for. By any other delimiter each group costs a read of its own. */
async function walkBy(run: RunSql, walk: DelimitedWalk): Promise<ListEntry[]> {
  const { bucket, prefix, delimiter, limit } = walk;
  const at = { bucket, prefix, descending: false };
  if (delimiter === '' || delimiter === '/')
    return walkObjects(run, { ...at, byFolder: delimiter === '/', after: walk.after, limit });
  const found: ListEntry[] = [];
  let { after } = walk;
  while (found.length < limit) {
    const rows = await walkObjects(run, { ...at, byFolder: false, after, limit: limit - found.length });
    if (rows.length === 0) break;
    for (const row of rows) {
      const end = row.key.indexOf(delimiter, prefix.length);
      if (end === -1) {
        found.push(row);
        after = row.key;
        continue;
      }
      const key = row.key.slice(0, end + delimiter.length);
      // The page before may have ended with this very group.
      if (key !== walk.after) found.push({ folder: true, key });
      after = `${key}${LAST}`;
      break;
    }
  }
  return found;
}

function toContents(entry: ListEntry, encode: (text: string) => string) {
  const { eTag, size, lastModified } = entry.metadata ?? {};
  return {
    Key: encode(entry.key),
    LastModified: dateText(lastModified ?? entry.updated_at),
    ETag: typeof eTag === 'string' ? eTag : null,
    Size: typeof size === 'number' ? size : 0,
    StorageClass: 'STANDARD',
  };
}

export function dateText(value: unknown): string {
  const date = new Date(typeof value === 'string' ? value : 0);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
