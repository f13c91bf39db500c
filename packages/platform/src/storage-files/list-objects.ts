import type { STORAGE_SORTS, StorageEntry } from '@basalt/contract';
import { PlatformError } from '../kernel/platform-error.ts';
import { type AskStorage, inAddress } from './storage-service.ts';
import { dateOr, list, record, sizeOr, textOr } from './told-values.ts';

/** Objects that one page of a deep listing names. */
const DEEP_PAGE = 1_000;

export interface FolderQuestion {
  id: string;
  folder: string;
  search: string;
  sort: (typeof STORAGE_SORTS)[number];
  order: 'asc' | 'desc';
  limit: number;
  cursor?: string | undefined;
}

interface Page<Item> {
  items: Item[];
  next: string | null;
}

/**
 * A page of a folder. By name the service goes on behind the last entry, however many there are; in other orders, and when names are
 * searched, it counts.
 */
export async function listFolder(
  ask: AskStorage,
  question: FolderQuestion,
): Promise<{ entries: StorageEntry[]; next: string | null }> {
  const { folder, sort, search, order, limit, cursor } = question;
  if (sort === 'name' && search === '') {
    const { items, next } = await walk(ask, question.id, { folder, byFolder: true, order, limit, cursor });
    return { entries: presentEntries(items, folder), next };
  }
  const offset = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isSafeInteger(offset) || offset < 0)
    throw new PlatformError('bad_request', 'cursor: must be what the page before answered as next', {
      field: 'cursor',
    });
  const answer = await ask({
    method: 'POST',
    path: `/object/list/${inAddress(question.id)}`,
    body: { prefix: folder, search, limit: limit + 1, offset, sortBy: { column: sort, order } },
  });
  const lines = list(answer);
  const entries = presentEntries(lines.slice(0, limit), '');
  return { entries, next: lines.length > limit ? String(offset + limit) : null };
}

/** A page of all that is below a folder, by whole names. */
export async function listDeep(
  ask: AskStorage,
  { id, folder, cursor }: { id: string; folder: string; cursor?: string | undefined },
): Promise<{ objects: { path: string; size: number | null }[]; next: string | null }> {
  const how = { folder, byFolder: false, order: 'asc' as const, limit: DEEP_PAGE, cursor };
  const { items, next } = await walk(ask, id, how);
  const objects = items.map((item) => ({
    path: textOr(item.name, ''),
    size: sizeOr(record(item.metadata).size, null),
  }));
  return { objects: objects.filter(({ path }) => path !== ''), next };
}

/** One object. @throws PlatformError `not_found` */
export async function getObject(
  ask: AskStorage,
  { id, path }: { id: string; path: string },
): Promise<StorageEntry> {
  const answer = await ask({ method: 'GET', path: `/object/info/${inAddress(id)}/${inAddress(path)}` });
  const { size, content_type, cache_control, etag, created_at, last_modified, ...rest } = record(answer);
  return presentEntry(
    {
      id: rest.id,
      name: path.slice(path.lastIndexOf('/') + 1),
      created_at,
      updated_at: last_modified,
      metadata: { size, mimetype: content_type, cacheControl: cache_control, eTag: etag },
    },
    '',
  );
}

interface Walk {
  folder: string;
  byFolder: boolean;
  order: 'asc' | 'desc';
  limit: number;
  cursor: string | undefined;
}

async function walk(
  ask: AskStorage,
  id: string,
  { folder, byFolder, order, limit, cursor }: Walk,
): Promise<Page<Record<string, unknown>>> {
  const answer = record(
    await ask({
      method: 'POST',
      path: `/object/list-v2/${inAddress(id)}`,
      body: {
        prefix: folder,
        with_delimiter: byFolder,
        limit,
        sortBy: { column: 'name', order },
        ...(cursor === undefined ? {} : { cursor }),
      },
    }),
  );
  // Both lists are in order, and so is what they are together.
  const items = [...list(answer.folders), ...list(answer.objects)].map(record).sort((one, other) => {
    const difference = Buffer.compare(Buffer.from(String(one.name)), Buffer.from(String(other.name)));
    return order === 'asc' ? difference : -difference;
  });
  return { items, next: answer.hasNext === true ? textOr(answer.nextCursor, null) : null };
}

/** An object that is called as the folder in which it lies stands for the folder, which is shown already. */
function presentEntries(values: readonly unknown[], folder: string): StorageEntry[] {
  return values.map((value) => presentEntry(value, folder)).filter(({ name }) => name !== '');
}

/** @param folder what whole names begin with */
function presentEntry(value: unknown, folder: string): StorageEntry {
  const line = record(value);
  const metadata = record(line.metadata);
  return {
    name: textOr(line.name, '').slice(folder.length).replace(/\/$/, ''),
    id: textOr(line.id, null),
    size: sizeOr(metadata.size, null),
    mime_type: textOr(metadata.mimetype, null),
    cache_control: textOr(metadata.cacheControl, null),
    etag: textOr(metadata.eTag, null),
    created_at: dateOr(line.created_at, null),
    updated_at: dateOr(line.updated_at, null),
  };
}
