import { CONTENT_GRACE_DAYS, type ContentType, type DeletedContent } from '@basalt/contract';
import { sql } from 'kysely';
import type { Database } from '../kernel/open-database.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { Page } from './list-content.ts';
import type { Caller } from './policy.ts';
import { presentSummary } from './present.ts';
import { deletedItems } from './store.ts';

/** Milliseconds in which a deleted item can be undeleted. */
const GRACE_MS = CONTENT_GRACE_DAYS * 86_400_000;

interface DeletedQuestion {
  type: ContentType;
  limit: number;
  cursor?: string | undefined;
}

/**
 * What the caller has deleted in the project and can undelete, the last deleted first, a page at a time. What may be erased at
 * any moment is not promised to anybody.
 * @throws PlatformError `bad_request` for a broken cursor
 */
export async function listDeleted(
  db: Database,
  caller: Caller,
  { type, limit, cursor }: DeletedQuestion,
): Promise<Page<DeletedContent>> {
  let query = deletedItems(db, caller, type)
    .where('item.deleted_at', '>', sql<Date>`now() - make_interval(days => ${CONTENT_GRACE_DAYS}::integer)`)
    .orderBy('item.deleted_at', 'desc')
    .orderBy('item.id', 'desc')
    .limit(limit + 1);
  if (cursor !== undefined) {
    const { value, id } = readCursor(cursor, 'deleted_at');
    query = query.where(sql<boolean>`(item.deleted_at, item.id) < (${value}::timestamptz, ${id}::uuid)`);
  }
  const rows = await query.execute();
  const shown = rows.slice(0, limit);
  const end = shown.at(-1);
  return {
    data: shown.map((row) => ({
      ...presentSummary(row, caller),
      deleted_at: row.deleted_at.toISOString(),
      erased_at: new Date(row.deleted_at.getTime() + GRACE_MS).toISOString(),
    })),
    cursor:
      rows.length > limit && end !== undefined
        ? writeCursor({ sort: 'deleted_at', value: end.deleted_at.toISOString(), id: end.id })
        : null,
  };
}
