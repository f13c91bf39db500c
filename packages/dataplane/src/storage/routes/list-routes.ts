import type { FastifyInstance, FastifyRequest } from 'fastify';
import { StorageError } from '../errors/storage-error.ts';
import {
  type ListEntry,
  listByTime,
  searchObjects,
  skipEntries,
  TIMES,
  type TimePosition,
  walkLines,
  walkObjects,
  wholePage,
} from '../metadata/list-objects.ts';
import { checkBucketName } from '../rules/names.ts';
import { numberField, readJson } from '../upload/read-json.ts';
import type { StorageParts } from './storage-parts.ts';

const MAX_ENTRIES = 10_000;
/** From so many entries on it is worth trying whether they are objects all: other pages are read once more. */
const LONG_PAGE = 1_000;
const MAX_OFFSET = 1_000_000;

export function mountLists(app: FastifyInstance, { open }: StorageParts): void {
  app.post('/object/list/:bucket', async (request, reply) => {
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
    const first = { bucket, prefix: folder, byFolder: true, descending, after: '', limit };
    reply.type('application/json; charset=utf-8');
    const walk = await skipEntries(asCaller, first, offset);
    if (walk === null) return reply.send('[]');
    const page = limit >= LONG_PAGE ? await wholePage(asCaller, walk) : null;
    return reply.send(page ?? `[${(await walkLines(asCaller, walk)).join(',')}]`);
  });

  app.post('/object/list-v2/:bucket', async (request) => {
    const { asCaller } = await open(request, 'storage.object.list_v2');
    const bucket = bucketOf(request);
    const input = await readJson(request.body);
    const { column, descending } = sortOf(input.sortBy);
    const limit = numberField(input.limit, 'limit', { usual: 1_000, min: 1, max: 1_000 });
    const cursor = Buffer.from(textOf(input.cursor, 'cursor'), 'base64url')
      .toString('utf8')
      .replaceAll('\0', '');
    const walk = {
      bucket,
      prefix: textOf(input.prefix, 'prefix'),
      byFolder: input.with_delimiter === true,
      descending,
      limit: limit + 1,
    };
    const entries: (ListEntry & { moment?: string })[] =
      column === 'name'
        ? await walkObjects(asCaller, { ...walk, after: cursor })
        : await listByTime(asCaller, { ...walk, column, after: timePosition(cursor) });
    const page = entries.slice(0, limit);
    const hasNext = entries.length > limit;
    const end = page.at(-1);
    const last = end?.moment === undefined ? (end?.key ?? '') : timeCursor({ ...end, moment: end.moment });
    return {
      hasNext,
      ...(hasNext ? { nextCursor: Buffer.from(last).toString('base64url') } : {}),
      folders: page.filter(({ folder }) => folder).map(({ key }) => ({ key, name: key })),
      objects: page
        .filter(({ folder }) => !folder)
        .map(({ folder: _, moment: __, ...rest }) => ({
          name: rest.key,
          ...rest,
        })),
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

const timeCursor = ({ folder, moment, key }: TimePosition): string => JSON.stringify([folder, moment, key]);

/** @throws {StorageError} InvalidParameter when the cursor is not one of a page in such an order */
function timePosition(cursor: string): TimePosition | null {
  if (cursor === '') return null;
  try {
    const [folder, moment, key]: unknown[] = JSON.parse(cursor);
    if (
      typeof folder === 'boolean' &&
      typeof key === 'string' &&
      !key.includes('\0') &&
      isMoment(moment, folder)
    )
      return { folder, moment: String(moment), key };
  } catch {
    // Said below.
  }
  throw new StorageError('InvalidParameter', 'The cursor belongs to another order. Begin without one.');
}

function isMoment(moment: unknown, folder: boolean): boolean {
  if (folder) return moment === '';
  const text =
    typeof moment === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6}$/.test(moment) ? moment : '';
  return text !== '' && !Number.isNaN(Date.parse(`${text.replace(' ', 'T').slice(0, 23)}Z`));
}

function sortOf(value: unknown): { column: 'name' | (typeof TIMES)[number]; descending: boolean } {
  const { column, order } = (value ?? {}) as { column?: unknown; order?: unknown };
  const known = TIMES.find((one) => one === column);
  return { column: known ?? 'name', descending: order === 'desc' };
}
