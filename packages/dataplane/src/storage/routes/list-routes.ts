import type { FastifyInstance, FastifyRequest } from 'fastify';
import { StorageError } from '../errors/storage-error.ts';
import { type ListEntry, searchObjects, walkObjects } from '../metadata/list-objects.ts';
import { checkBucketName } from '../rules/names.ts';
import { numberField, readJson } from '../upload/read-json.ts';
import type { StorageParts } from './storage-parts.ts';

const MAX_ENTRIES = 10_000;
const MAX_OFFSET = 1_000_000;

export function mountLists(app: FastifyInstance, { open }: StorageParts): void {
  app.post('/object/list/:bucket', async (request) => {
    const { asCaller } = await open(request, 'storage.object.list');
    const bucket = bucketOf(request);
    const input = await readJson(request.body);
    const prefix = textOf(input.prefix, 'prefix');
    const folder = prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
    const search = textOf(input.search, 'search');
    const { column, descending } = sortOf(input.sortBy);
    const limit = numberField(input.limit, 'limit', { usual: 100, min: 1, max: MAX_ENTRIES });
    const offset = numberField(input.offset, 'offset', { usual: 0, min: 0, max: MAX_OFFSET });
    if (search !== '' || column !== 'name')
      return searchObjects(asCaller, { bucket, folder, search, limit, offset, column, descending });
    const walk = { bucket, prefix: folder, byFolder: true, descending, after: '', limit: offset + limit };
    const entries = await walkObjects(asCaller, walk);
    return entries.slice(offset).map((entry) => toLine(entry, folder.length));
  });

  app.post('/object/list-v2/:bucket', async (request) => {
    const { asCaller } = await open(request, 'storage.object.list_v2');
    const bucket = bucketOf(request);
    const input = await readJson(request.body);
    const { column, descending } = sortOf(input.sortBy);
    if (column !== 'name')
      throw new StorageError(
        'InvalidParameter',
        'Pages with a cursor are sorted by name. Use list() for other orders.',
      );
    const limit = numberField(input.limit, 'limit', { usual: 1_000, min: 1, max: 1_000 });
    const entries = await walkObjects(asCaller, {
      bucket,
      prefix: textOf(input.prefix, 'prefix'),
      byFolder: input.with_delimiter === true,
      descending,
      after: Buffer.from(textOf(input.cursor, 'cursor'), 'base64url').toString('utf8').replaceAll('\0', ''),
      limit: limit + 1,
    });
    const page = entries.slice(0, limit);
    const hasNext = entries.length > limit;
    const last = page.at(-1)?.key ?? '';
    return {
      hasNext,
      ...(hasNext ? { nextCursor: Buffer.from(last).toString('base64url') } : {}),
      folders: page.filter(({ folder }) => folder).map(({ key }) => ({ key, name: key })),
      objects: page
        .filter(({ folder }) => !folder)
        .map(({ folder: _, ...rest }) => ({ name: rest.key, ...rest })),
    };
  });
}

function bucketOf(request: FastifyRequest): string {
  return checkBucketName((request.params as { bucket: string }).bucket);
}

/** @throws {StorageError} InvalidParameter */
function textOf(value: unknown, name: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.length > 2_000 || value.includes('\0'))
    throw new StorageError('InvalidParameter', `${name} must be a text`);
  return value;
}

function sortOf(value: unknown): { column: string; descending: boolean } {
  const { column, order } = (value ?? {}) as { column?: unknown; order?: unknown };
  const known = ['updated_at', 'created_at', 'last_accessed_at'].find((one) => one === column);
  return { column: known ?? 'name', descending: order === 'desc' };
}

/** A folder has nothing but its name. */
function toLine(entry: ListEntry, from: number): Record<string, unknown> {
  const { folder, key, id = null, updated_at = null, created_at = null } = entry;
  const { last_accessed_at = null, metadata = null } = entry;
  const name = folder ? key.slice(from, -1) : key.slice(from);
  return { name, id, updated_at, created_at, last_accessed_at, metadata };
}
