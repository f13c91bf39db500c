import type { ContentFolder, ContentSummary, ContentType, ContentVisibility } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import { readCursor, type SortKey, writeCursor } from './cursor.ts';
import { getFolder, listFolders } from './folder-store.ts';
import type { Caller } from './policy.ts';
import { presentFolder, presentSummary } from './present.ts';
import { containing, type SummaryRow, visibleItems } from './store.ts';

export interface Listing {
  sort_by: SortKey;
  sort_order: 'asc' | 'desc';
  limit: number;
  cursor?: string | undefined;
}

export interface ListQuestion extends Listing {
  type: ContentType;
  /** Part of the name. */
  name?: string | undefined;
  visibility?: ContentVisibility | undefined;
  favorite?: boolean | undefined;
  /** Null: in none. Left out: wherever it is. */
  folder_id?: string | null | undefined;
}

export interface Page<Item> {
  data: Item[];
  cursor: string | null;
}

/** What the caller sees in the project, a page at a time. @throws PlatformError `bad_request` for a broken cursor */
export async function listContent(
  db: Database,
  caller: Caller,
  { type, name, visibility, favorite, folder_id, ...listing }: ListQuestion,
): Promise<Page<ContentSummary>> {
  let query = visibleItems(db, caller.accountId)
    .where('item.project_id', '=', caller.projectId)
    .where('item.type', '=', type);
  if (name !== undefined) query = query.where('item.name', 'ilike', containing(name));
  if (visibility !== undefined) query = query.where('item.visibility', '=', visibility);
  if (favorite !== undefined) query = query.where('star.item_id', favorite ? 'is not' : 'is', null);
  if (folder_id === null) query = query.where('item.folder_id', 'is', null);
  else if (folder_id !== undefined) query = query.where('item.folder_id', '=', folder_id);
  const { data, cursor } = await readPage(query, listing);
  return { data: data.map((row) => presentSummary(row, caller)), cursor };
}

/**
 * One page. It goes on after the last item of the one before, so nothing comes twice or is left out because of what was added or
 * deleted in between.
 */
export async function readPage(
  items: ReturnType<typeof visibleItems>,
  { sort_by, sort_order, limit, cursor }: Listing,
): Promise<Page<SummaryRow>> {
  const key = sort_by === 'name' ? sql`lower(item.name)` : sql.ref(`item.${sort_by}`);
  let query = items
    .orderBy(key, sort_order)
    .orderBy('item.id', sort_order)
    .limit(limit + 1);
  if (cursor !== undefined) {
    const { value, id } = readCursor(cursor, sort_by);
    const last = sort_by === 'name' ? sql`lower(${value}::text)` : sql`${value}::timestamptz`;
    const beyond = sort_order === 'asc' ? sql`>` : sql`<`;
    query = query.where(sql<boolean>`(${key}, item.id) ${beyond} (${last}, ${id}::uuid)`);
  }
  const rows = await query.execute();
  const data = rows.slice(0, limit);
  const end = data.at(-1);
  return { data, cursor: rows.length > limit && end !== undefined ? cursorAt(end, sort_by) : null };
}

function cursorAt(row: SummaryRow, sort: SortKey): string {
  return writeCursor({ sort, value: sort === 'name' ? row.name : row[sort].toISOString(), id: row.id });
}

interface FolderPage {
  data: { folders: ContentFolder[]; contents: ContentSummary[] };
  cursor: string | null;
}

/** The caller's folders and, a page at a time, the private items in none of them; a search looks into folders too. */
export async function readFolders(
  db: Database,
  caller: Caller,
  question: Omit<ListQuestion, 'visibility' | 'favorite' | 'folder_id'>,
): Promise<FolderPage> {
  const folder_id = question.name === undefined ? null : undefined;
  const [folders, { data, cursor }] = await Promise.all([
    listFolders(db, caller, question.name),
    listContent(db, caller, { ...question, visibility: 'user', folder_id }),
  ]);
  return { data: { folders: folders.map(presentFolder), contents: data }, cursor };
}

/** What is in a folder of the caller: no folders, there is one level. @throws PlatformError `not_found` */
export async function readFolder(
  db: Database,
  caller: Caller,
  id: string,
  question: Omit<ListQuestion, 'visibility' | 'favorite' | 'folder_id'>,
): Promise<FolderPage> {
  await getFolder(db, caller, id);
  const { data, cursor } = await listContent(db, caller, { ...question, folder_id: id });
  return { data: { folders: [], contents: data }, cursor };
}
