import type { ContentSummary, ContentType, ContentVisibility } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import type { Caller } from './caller.ts';
import { readCursor, type SortKey, writeCursor } from './cursor.ts';
import { presentSummary } from './present.ts';
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
